/**
 * Every error of the service's own code: its status, type and meaning. Replies, the OpenAPI documents and the
 * help page at `doc_url` all use this table.
 */
export const errors = {
  parameter_missing: [400, "invalid_request_error", "A required field or query parameter is missing."],
  parameter_invalid: [400, "invalid_request_error", "A field or query parameter has an invalid value."],
  parameter_unknown: [400, "invalid_request_error", "The operation has no such field or query parameter."],
  body_invalid_json: [400, "invalid_request_error", "The body is not a JSON object."],
  amount_too_small: [400, "invalid_request_error", "The amount is below the minimum of 100 cents."],
  currency_not_supported: [400, "invalid_request_error", "Payouts cannot be made in this currency."],
  url_invalid: [400, "invalid_request_error", "The URL is malformed, or its host name does not resolve."],
  url_not_allowed: [400, "invalid_request_error", "Events cannot be delivered to this URL."],
  event_type_unknown: [400, "invalid_request_error", "There is no such event type."],
  idempotency_key_mismatch: [
    400,
    "invalid_request_error",
    "The `Idempotency-Key` header and the body's `idempotency_key` differ.",
  ],
  api_key_missing: [401, "authentication_error", "The request has no API key."],
  api_key_invalid: [401, "authentication_error", "Invalid API key."],
  api_key_revoked: [401, "authentication_error", "The API key was revoked."],
  account_unverified: [403, "permission_error", "Live keys work only after the account is verified."],
  scope_missing: [403, "permission_error", "The API key lacks the scope for this operation."],
  partner_unknown: [400, "invalid_request_error", "No registered partner has this `partner_id`."],
  resource_missing: [404, "invalid_request_error", "There is no such object."],
  route_not_found: [404, "invalid_request_error", "No route has this path."],
  method_not_allowed: [405, "invalid_request_error", "The path does not support this method."],
  status_conflict: [409, "conflict_error", "The object's status does not allow this."],
  webhook_limit_reached: [
    409,
    "conflict_error",
    "The account already has the maximum of 16 webhook endpoints in this mode.",
  ],
  idempotency_key_reused: [
    409,
    "idempotency_error",
    "The idempotency key was used before with a different request.",
  ],
  body_too_large: [413, "invalid_request_error", "The body exceeds 64 KiB."],
  unsupported_media_type: [415, "invalid_request_error", "The operation does not accept this content type."],
  rate_limit_exceeded: [
    429,
    "rate_limit_error",
    "Too many requests from this address, or from this account in a minute.",
  ],
  burst_limit_exceeded: [429, "rate_limit_error", "Too many requests from this account in a second."],
  internal_error: [500, "api_error", "The service failed."],
  service_unavailable: [503, "api_error", "The service is temporarily unavailable."],
} as const satisfies Record<string, readonly [status: number, type: string, meaning: string]>;

export type ErrorCode = keyof typeof errors;

/**
 * Thrown anywhere below a handler; `serve` turns it into the error body. Messages must not echo input values.
 */
export class Problem extends Error {
  readonly code: ErrorCode;
  readonly param: string | null;
  readonly headers: Record<string, string>;

  constructor(
    code: ErrorCode,
    message: string,
    param: string | null = null,
    headers: Record<string, string> = {},
  ) {
    super(message);
    this.name = "Problem";
    this.code = code;
    this.param = param;
    this.headers = headers;
  }
}

/** The body of every error. `docsUrl` is the documentation's address without a trailing slash. */
export const errorEnvelope = (
  { code, message, param }: Pick<Problem, "code" | "message" | "param">,
  docsUrl: string,
) => ({
  error: { type: errors[code][1], code, message, param, doc_url: `${docsUrl}/errors#${code}` },
});
