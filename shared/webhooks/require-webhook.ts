import { missing, statusConflict } from "../contract/errors.ts";
import type { Owner } from "../domain/item/owner.ts";
import type { WebhookEndpoint } from "../domain/webhook/webhook-endpoint.ts";
import { findEndpoint } from "../store/webhook/endpoints.ts";

/** The caller's endpoint with this id, or a 404. Another account's endpoint is a 404 too. */
export async function requireWebhook(owner: Owner, id: string): Promise<WebhookEndpoint> {
  const endpoint = await findEndpoint(owner, id);
  if (!endpoint) throw unknownWebhook();
  return endpoint;
}

/** An active endpoint, or a 409: a disabled one would only hold the delivery. */
export async function requireActiveWebhook(owner: Owner, id: string): Promise<WebhookEndpoint> {
  const endpoint = await requireWebhook(owner, id);
  if (endpoint.status === "active") return endpoint;
  throw statusConflict("The endpoint is disabled. Set its `status` to `active` first.", "id");
}

export const unknownWebhook = () => missing("No webhook endpoint has this id. Check the id.", "id");
