import { destinationLimit, type WebhookEndpoint } from "../domain/webhook/webhook-endpoint.ts";
import { findAccount } from "../store/account/accounts.ts";
import { admit } from "../store/table/limits.ts";

/**
 * Counts an attempt at the host of an endpoint that a key of the docs registered. Returns the instant at
 * which a place is free, if all are taken. Other endpoints cost nothing. Registration gives the sandbox a
 * partner, so nothing need clear the endpoint's field.
 */
export async function destinationFullUntil(
  endpoint: WebhookEndpoint,
  now: Date,
): Promise<number | undefined> {
  if (!endpoint.of_docs) return undefined;
  const account = await findAccount(endpoint.account_id, now);
  if (account?.partner_id !== undefined) return undefined;
  const { hostname } = new URL(endpoint.url);
  return (await admit("deliver-webhook", hostname, [destinationLimit], now))?.until;
}
