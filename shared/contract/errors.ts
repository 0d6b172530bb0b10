/**
 * Every error the service's own code answers: the HTTP status, the class, and what it means. One table, for the replies, the
 * OpenAPI documents and the help page that `doc_url` opens.
 */
export const errors = {
  parameter_missing: [400, "invalid_request_error", "A required field or query parameter is absent."],
  parameter_invalid: [
    400,
    "invalid_request_error",
    "A field or query parameter has a value outside its rules.",
  ],
  parameter_unknown: [
    400,
    "invalid_request_error",
    "A field or query parameter is not part of this operation.",
  ],
  body_invalid_json: [400, "invalid_request_error", "The body is not a JSON object."],
  amount_too_small: [400, "invalid_request_error", "The amount is below the minimum of 100 cents."],
  currency_not_supported: [
    400,
    "invalid_request_error",
    "The currency is not one that payouts can be made in.",
  ],
  url_invalid: [
    400,
    "invalid_request_error",
    "The URL is not one that we can use: malformed, or with a host name that does not resolve.",
  ],
  url_not_allowed: [400, "invalid_request_error", "The URL is one that events are not delivered to."],
  event_type_unknown: [400, "invalid_request_error", "There is no event of this type."],
  idempotency_key_mismatch: [
    400,
    "invalid_request_error",
    "The `Idempotency-Key` header and the body's `idempotency_key` differ.",
  ],
  api_key_missing: [401, "authentication_error", "The request carries no API key."],
  api_key_invalid: [401, "authentication_error", "The API key is not one of ours."],
  api_key_revoked: [401, "authentication_error", "The API key was revoked."],
  account_unverified: [403, "permission_error", "Live keys work once the account is verified."],
  scope_missing: [403, "permission_error", "The API key was made without the scope this operation needs."],
  partner_unknown: [400, "invalid_request_error", "`partner_id` names no registered partner."],
  resource_missing: [404, "invalid_request_error", "There is no such object."],
  route_not_found: [404, "invalid_request_error", "There is nothing at this path."],
  method_not_allowed: [405, "invalid_request_error", "The path exists, but not with this method."],
  status_conflict: [409, "conflict_error", "The object's status does not allow this."],
  webhook_limit_reached: [
    409,
    "conflict_error",
    "The account has as many webhook endpoints as may be, 16 in each mode.",
  ],
  idempotency_key_reused: [
    409,
    "idempotency_error",
    "The idempotency key was used before, with another request.",
  ],
  body_too_large: [413, "invalid_request_error", "The body is over 64 KiB."],
  unsupported_media_type: [
    415,
    "invalid_request_error",
    "The body is of a kind this operation does not read.",
  ],
  rate_limit_exceeded: [
    429,
    "rate_limit_error",
    "Too many requests came from one address, or from one account in a minute.",
  ],
  burst_limit_exceeded: [429, "rate_limit_error", "Too many requests came from one account in a second."],
  internal_error: [500, "api_error", "The service failed."],
  service_unavailable: [503, "api_error", "The service cannot answer at the moment."],
} as const satisfies Record<string, readonly [status: number, type: string, meaning: string]>;

export type ErrorCode = keyof typeof errors;

/** Thrown anywhere below a handler; `serve` turns it into the envelope. Messages must not echo input values. */
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

/** The one error body of the service. `baseUrl` is the API's address without a trailing slash. */
export const errorEnvelope = (
  { code, message, param }: Pick<Problem, "code" | "message" | "param">,
  docsUrl: string,
) => ({
  error: { type: errors[code][1], code, message, param, doc_url: `${docsUrl}/errors#${code}` },
});
