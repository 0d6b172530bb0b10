import type { ErrorCode } from "./errors.ts";

/** How a caller fixes each error. Every function bundles the table of errors, so it is not there. */
export const remedies: Readonly<Record<ErrorCode, string>> = {
  parameter_missing: "Add the parameter named in `param`.",
  parameter_invalid: "Correct the parameter named in `param`; the message states the rule.",
  parameter_unknown:
    "Remove the parameter named in `param`, or correct its spelling. Unknown names are rejected, so that a typo cannot change what a request does.",
  body_invalid_json: "Send one JSON object, encoded as UTF-8, with each name once.",
  amount_too_small: "Send an amount of at least 100, in cents.",
  currency_not_supported: "Send `usd`.",
  url_invalid: "Send a URL that follows the parameter's description, with a host name in the public DNS.",
  url_not_allowed: "Use `https://`, a public DNS name, port 443 or 8443, and no credentials.",
  event_type_unknown: "Use event types from the webhooks guide. An endpoint can also use `*` for all.",
  idempotency_key_mismatch: "Send the key in the header or in the body, or the same value in both.",
  api_key_missing: "Send `Authorization: Bearer <API_KEY>`.",
  api_key_invalid: "Check that you copied the whole key and that it belongs to this deployment.",
  api_key_revoked:
    "Use another of the account's keys, or create a new one. A sandbox key of the docs works for 24 hours.",
  account_unverified:
    "An admin asks for live access in the dashboard, under Go live. Until then, use a test key: the sandbox supports every operation.",
  account_suspended: "Write to support. No key of the account works until the suspension ends.",
  scope_missing: "Use a key that has the scope named in the message.",
  live_mode_unavailable: "Use a test key. The sandbox supports every operation.",
  origin_not_allowed:
    "Send live requests from a server. A page can start signups if its origin is that of the `website` that you registered, if our team has approved your registration, and if it sends your `partner_id`. Every page can send `sandbox: true`.",
  partner_unknown: "Use the `partner_id` from partner registration, or omit the field.",
  resource_missing: "Check the id. Sandbox signups expire after 24 hours.",
  route_not_found:
    "Check the path in the OpenAPI document: /api/openapi.json for the Agent API, /v1/openapi.json for the Platform API.",
  method_not_allowed: "Use one of the methods in the `Allow` header.",
  status_conflict: "The message names the cause. If it is a status, read the object again.",
  bank_account_unverified: "Wait until the bank account is verified, or use another.",
  bank_account_missing: "Add a bank account to the driver, then create the payout again.",
  balance_insufficient:
    "Add funds, then send the same request again, with the same idempotency key: a refused payout does not use it up. `GET /v1/balance` has the available balance.",
  key_limit_exceeded:
    "The message names the limit. Send less, wait for the next day (UTC), or ask an admin for a key with a higher limit. A limit of a day counts each payout that the key made, also one that failed or was canceled.",
  withholding_terms_missing:
    "An admin accepts them once in the dashboard: Account, Legal profile, in live mode. Test mode needs none.",
  webhook_limit_reached: "Delete an unused endpoint, or subscribe one endpoint to more event types.",
  idempotency_key_reused: "Use a new key for each new request. Reuse a key only to retry the same request.",
  body_too_large: "Send a smaller body: at most 64 KiB, and 256 KiB for a batch of payouts.",
  unsupported_media_type: "Send `content-type: application/json`, and no `content-encoding`.",
  rate_limit_exceeded:
    "The message names the limit. Wait the number of seconds in `retry-after`, then retry.",
  burst_limit_exceeded: "Wait the number of seconds in `retry-after`, and spread requests more evenly.",
  internal_error: "Retry with exponential backoff. If the error persists, report the `x-request-id`.",
  service_unavailable:
    "Retry with exponential backoff. Retrying a signup is safe: each email can have only one signup.",
};
