const of =
  <const Type extends string>(type: Type) =>
  (status: number, meaning: string): readonly [status: number, type: Type, meaning: string] => [
    status,
    type,
    meaning,
  ];
const request = of("invalid_request_error");
const key = of("authentication_error");
const right = of("permission_error");
const conflict = of("conflict_error");
const repeat = of("idempotency_error");
const limit = of("rate_limit_error");
const fault = of("api_error");

/** Every error: status, type and meaning. Replies, documents and the help page at `doc_url` use it. */
export const errors = {
  parameter_missing: request(400, "A required field or query parameter is missing."),
  parameter_invalid: request(400, "A field or query parameter has an invalid value."),
  parameter_unknown: request(400, "This operation does not have this field or query parameter."),
  body_invalid_json: request(400, "The body is not a JSON object."),
  amount_too_small: request(400, "The amount is below the minimum of 100 cents ($1)."),
  currency_not_supported: request(
    400,
    "`currency` must be `usd`: payouts in other currencies are not supported.",
  ),
  url_invalid: request(400, "The URL is malformed, or its host name does not resolve."),
  url_not_allowed: request(400, "Events cannot be delivered to this URL."),
  event_type_unknown: request(400, "This event type does not exist. The webhooks guide lists every type."),
  idempotency_key_mismatch: request(
    400,
    "The `Idempotency-Key` header and the body's `idempotency_key` differ.",
  ),
  api_key_missing: key(401, "The request has no API key."),
  api_key_invalid: key(401, "The API key is not valid."),
  api_key_revoked: key(401, "The API key has been revoked or has expired."),
  account_unverified: right(403, "Live keys work only after the account is verified."),
  account_suspended: right(403, "The account is suspended."),
  scope_missing: right(403, "The API key does not have the scope that this operation needs."),
  live_mode_unavailable: right(403, "Live mode does not support this operation yet."),
  origin_not_allowed: right(403, "Pages of this site cannot send live requests."),
  partner_unknown: request(400, "No registered partner has this `partner_id`."),
  resource_missing: request(404, "The requested object does not exist."),
  route_not_found: request(404, "This path does not exist."),
  method_not_allowed: request(405, "The path does not support this method."),
  status_conflict: conflict(409, "The current state does not allow this operation."),
  bank_account_missing: conflict(409, "The driver has no bank account for the payout."),
  bank_account_unverified: conflict(409, "The bank account is pending, or has failed."),
  balance_insufficient: conflict(409, "The available balance does not cover the payout."),
  key_limit_exceeded: conflict(409, "The payout is above a limit of the API key."),
  withholding_terms_missing: conflict(409, "No admin of the account has accepted the withholding terms."),
  webhook_limit_reached: conflict(
    409,
    "The account already has the maximum of 16 webhook endpoints in this mode.",
  ),
  idempotency_key_reused: repeat(409, "This idempotency key was already used with a different request."),
  body_too_large: request(413, "The body is larger than the maximum of 64 KiB, or of 256 KiB for a batch."),
  unsupported_media_type: request(415, "The operation does not accept this content type."),
  rate_limit_exceeded: limit(429, "Too many requests: a rate limit was exceeded."),
  burst_limit_exceeded: limit(429, "Too many requests from this account in one second."),
  internal_error: fault(500, "Something went wrong on our side."),
  service_unavailable: fault(503, "The service is temporarily unavailable."),
} as const;

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
