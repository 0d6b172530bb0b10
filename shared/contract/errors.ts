/**
 * Every error the service's own code answers: the HTTP status, the class, and what a caller should do about it.
 * One table, for the replies, the OpenAPI documents and the help page that `doc_url` opens.
 */
export const errors = {
  parameter_missing: [
    400,
    "invalid_request_error",
    "A required field or query parameter is absent.",
    "Add the parameter named in `param`.",
  ],
  parameter_invalid: [
    400,
    "invalid_request_error",
    "A field or query parameter has a value outside its rules.",
    "Compare the parameter named in `param` with its description; the message says what is expected.",
  ],
  parameter_unknown: [
    400,
    "invalid_request_error",
    "A field or query parameter is not part of this operation.",
    "Remove it or correct its spelling. Unknown names are refused so that a typing error cannot change what a call does.",
  ],
  body_invalid_json: [
    400,
    "invalid_request_error",
    "The body is not a JSON object.",
    "Send one JSON object, encoded as UTF-8.",
  ],
  amount_too_small: [
    400,
    "invalid_request_error",
    "The amount is below the minimum of 100 cents.",
    "Send an amount of at least 100, in cents.",
  ],
  currency_not_supported: [
    400,
    "invalid_request_error",
    "The currency is not one that payouts can be made in.",
    "Send `usd`.",
  ],
  url_invalid: [
    400,
    "invalid_request_error",
    "The URL is not one that we can use: malformed, or with a host name that does not resolve.",
    "Send an `https://` URL as the parameter's description asks for it, with a host that is in the public DNS.",
  ],
  url_not_allowed: [
    400,
    "invalid_request_error",
    "The URL is one that events are not delivered to.",
    "Use `https://`, a DNS name of the public internet, port 443 or 8443, and no credentials.",
  ],
  event_type_unknown: [
    400,
    "invalid_request_error",
    "There is no event of this type.",
    "Use types of the event catalogue, or `*` for all of them.",
  ],
  idempotency_key_mismatch: [
    400,
    "invalid_request_error",
    "The `Idempotency-Key` header and the body's `idempotency_key` differ.",
    "Send one of them, or the same value in both.",
  ],
  api_key_missing: [
    401,
    "authentication_error",
    "The request carries no API key.",
    "Send `Authorization: Bearer <API_KEY>`.",
  ],
  api_key_invalid: [
    401,
    "authentication_error",
    "The API key is not one of ours.",
    "Check that the whole key was copied, and that it is a key of this deployment.",
  ],
  api_key_revoked: [
    401,
    "authentication_error",
    "The API key was revoked.",
    "Use another key of the account, or have a new one made.",
  ],
  account_unverified: [
    403,
    "permission_error",
    "Live keys work once the account is verified.",
    "Use a test key until then; the sandbox has everything.",
  ],
  scope_missing: [
    403,
    "permission_error",
    "The API key was made without the scope this operation needs.",
    "Use a key that has the scope named in the message.",
  ],
  partner_unknown: [
    400,
    "invalid_request_error",
    "`partner_id` names no registered partner.",
    "Use the `partner_id` that partner registration returned, or leave the field out.",
  ],
  resource_missing: [
    404,
    "invalid_request_error",
    "There is no such object.",
    "Check the id. Sandbox signups are gone 24 hours after they were created.",
  ],
  route_not_found: [
    404,
    "invalid_request_error",
    "There is nothing at this path.",
    "Check the path against the API's description at /api/openapi.json.",
  ],
  method_not_allowed: [
    405,
    "invalid_request_error",
    "The path exists, but not with this method.",
    "Use one of the methods in the `Allow` header.",
  ],
  status_conflict: [
    409,
    "conflict_error",
    "The object's status does not allow this.",
    "Read the object again: it may have moved on.",
  ],
  webhook_limit_reached: [
    409,
    "conflict_error",
    "The account has as many webhook endpoints as may be, 16 in each mode.",
    "Delete one that is no longer used, or let one endpoint take more types.",
  ],
  idempotency_key_reused: [
    409,
    "idempotency_error",
    "The idempotency key was used before, with another request.",
    "Use a new key for every new request, and the same one only to repeat a request.",
  ],
  body_too_large: [
    413,
    "invalid_request_error",
    "The body is over 64 KiB.",
    "Send less; no operation needs a body of that size.",
  ],
  unsupported_media_type: [
    415,
    "invalid_request_error",
    "The body is of a kind this operation does not read.",
    "Send `content-type: application/json`.",
  ],
  rate_limit_exceeded: [
    429,
    "rate_limit_error",
    "Too many requests came from one address, or from one account in a minute.",
    "Wait for the number of seconds in `retry-after`, then try again.",
  ],
  burst_limit_exceeded: [
    429,
    "rate_limit_error",
    "Too many requests came from one account in a second.",
    "Wait for the number of seconds in `retry-after`, and spread requests more evenly.",
  ],
  internal_error: [
    500,
    "api_error",
    "The service failed.",
    "Try again with exponential backoff; report the `x-request-id` if it persists.",
  ],
  service_unavailable: [
    503,
    "api_error",
    "The service cannot answer at the moment.",
    "Try again with exponential backoff. Repeating a signup is safe: one email gets one signup.",
  ],
} as const satisfies Record<string, readonly [status: number, type: string, meaning: string, remedy: string]>;

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
export const envelope = (
  { code, message, param }: Pick<Problem, "code" | "message" | "param">,
  docsUrl: string,
) => ({
  error: { type: errors[code][1], code, message, param, doc_url: `${docsUrl}/errors#${code}` },
});
