import type { ErrorCode } from "./errors.ts";

/** What a caller should do about an error. Apart from the table of errors, which every function carries. */
export const remedies: Readonly<Record<ErrorCode, string>> = {
  parameter_missing: "Add the parameter named in `param`.",
  parameter_invalid:
    "Compare the parameter named in `param` with its description; the message says what is expected.",
  parameter_unknown:
    "Remove it or correct its spelling. Unknown names are refused so that a typing error cannot change what a call does.",
  body_invalid_json: "Send one JSON object, encoded as UTF-8.",
  amount_too_small: "Send an amount of at least 100, in cents.",
  currency_not_supported: "Send `usd`.",
  url_invalid:
    "Send an `https://` URL as the parameter's description asks for it, with a host that is in the public DNS.",
  url_not_allowed: "Use `https://`, a DNS name of the public internet, port 443 or 8443, and no credentials.",
  event_type_unknown: "Use types of the event catalogue, or `*` for all of them.",
  idempotency_key_mismatch: "Send one of them, or the same value in both.",
  api_key_missing: "Send `Authorization: Bearer <API_KEY>`.",
  api_key_invalid: "Check that the whole key was copied, and that it is a key of this deployment.",
  api_key_revoked: "Use another key of the account, or have a new one made.",
  account_unverified: "Use a test key until then; the sandbox has everything.",
  scope_missing: "Use a key that has the scope named in the message.",
  partner_unknown: "Use the `partner_id` that partner registration returned, or leave the field out.",
  resource_missing: "Check the id. Sandbox signups are gone 24 hours after they were created.",
  route_not_found:
    "Check the path against the API's description: /api/openapi.json for the Agent API, /v1/openapi.json for the Platform API.",
  method_not_allowed: "Use one of the methods in the `Allow` header.",
  status_conflict: "Read the object again: it may have moved on.",
  webhook_limit_reached: "Delete one that is no longer used, or let one endpoint take more types.",
  idempotency_key_reused: "Use a new key for every new request, and the same one only to repeat a request.",
  body_too_large: "Send less; no operation needs a body of that size.",
  unsupported_media_type: "Send `content-type: application/json`.",
  rate_limit_exceeded: "Wait for the number of seconds in `retry-after`, then try again.",
  burst_limit_exceeded: "Wait for the number of seconds in `retry-after`, and spread requests more evenly.",
  internal_error: "Try again with exponential backoff; report the `x-request-id` if it persists.",
  service_unavailable:
    "Try again with exponential backoff. Repeating a signup is safe: one email gets one signup.",
};
