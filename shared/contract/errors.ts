/** Every error: status, type and meaning. Replies, documents and the help page at `doc_url` use it. */
export const errors = {
  parameter_missing: [400, "invalid_request_error", "A required field or query parameter is missing."],
  parameter_invalid: [400, "invalid_request_error", "A field or query parameter has an invalid value."],
  parameter_unknown: [
    400,
    "invalid_request_error",
    "This operation does not have this field or query parameter.",
  ],
  body_invalid_json: [400, "invalid_request_error", "The body is not a JSON object."],
  amount_too_small: [400, "invalid_request_error", "The amount is below the minimum of 100 cents ($1)."],
  currency_not_supported: [
    400,
    "invalid_request_error",
    "Payouts in this currency are not supported. Use `usd`.",
  ],
  url_invalid: [400, "invalid_request_error", "The URL is malformed, or its host name does not resolve."],
  url_not_allowed: [400, "invalid_request_error", "Events cannot be delivered to this URL."],
  event_type_unknown: [
    400,
    "invalid_request_error",
    "This event type does not exist. The webhooks guide lists every type.",
  ],
  idempotency_key_mismatch: [
    400,
    "invalid_request_error",
    "The `Idempotency-Key` header and the body's `idempotency_key` differ.",
  ],
  api_key_missing: [401, "authentication_error", "The request has no API key."],
  api_key_invalid: [401, "authentication_error", "The API key is not valid."],
  api_key_revoked: [401, "authentication_error", "The API key has been revoked or has expired."],
  account_unverified: [403, "permission_error", "Live keys work only after the account is verified."],
  account_suspended: [403, "permission_error", "The account is suspended."],
  scope_missing: [403, "permission_error", "The API key does not have the scope that this operation needs."],
  live_mode_unavailable: [403, "permission_error", "Live mode does not support this operation yet."],
  origin_not_allowed: [403, "permission_error", "Pages of this site cannot send live requests."],
  partner_unknown: [400, "invalid_request_error", "No registered partner has this `partner_id`."],
  resource_missing: [404, "invalid_request_error", "The requested object does not exist."],
  route_not_found: [404, "invalid_request_error", "This path does not exist."],
  method_not_allowed: [405, "invalid_request_error", "The path does not support this method."],
  status_conflict: [409, "conflict_error", "The current state does not allow this operation."],
  bank_account_missing: [409, "conflict_error", "The driver has no bank account for the payout."],
  balance_insufficient: [409, "conflict_error", "The available balance does not cover the payout."],
  withholding_terms_missing: [
    409,
    "conflict_error",
    "No admin of the account has accepted the withholding terms.",
  ],
  webhook_limit_reached: [
    409,
    "conflict_error",
    "The account already has the maximum of 16 webhook endpoints in this mode.",
  ],
  idempotency_key_reused: [
    409,
    "idempotency_error",
    "This idempotency key was already used with a different request.",
  ],
  body_too_large: [
    413,
    "invalid_request_error",
    "The body is larger than the maximum of 64 KiB, or of 256 KiB for a batch.",
  ],
  unsupported_media_type: [415, "invalid_request_error", "The operation does not accept this content type."],
  rate_limit_exceeded: [429, "rate_limit_error", "Too many requests: a rate limit was exceeded."],
  burst_limit_exceeded: [429, "rate_limit_error", "Too many requests from this account in one second."],
  internal_error: [500, "api_error", "Something went wrong on our side."],
  service_unavailable: [503, "api_error", "The service is temporarily unavailable."],
} as const satisfies Record<string, readonly [status: number, type: string, meaning: string]>;

export type ErrorCode = keyof typeof errors;

/**
 * Thrown anywhere below a handler; `serve` turns it into the error body. Messages must not echo input values.
 *
 * @example
 * const problem = new Problem("resource_missing", "No driver has this id. Check the id.", "id");
 * errors[problem.code][0]; // => 404
 * errorEnvelope(problem, "/docs").error.doc_url; // => "/docs/errors#resource_missing"
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

export const missing = (message: string, param?: string) => new Problem("resource_missing", message, param);
export const invalid = (message: string, param?: string) => new Problem("parameter_invalid", message, param);
export const statusConflict = (message: string, param?: string) =>
  new Problem("status_conflict", message, param);

/** The body of every error. `docsUrl` is the documentation's address without a trailing slash. */
export const errorEnvelope = (
  { code, message, param }: Pick<Problem, "code" | "message" | "param">,
  docsUrl: string,
) => ({
  error: { type: errors[code][1], code, message, param, doc_url: `${docsUrl}/errors#${code}` },
});
