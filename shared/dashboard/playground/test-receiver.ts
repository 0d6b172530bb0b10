import { reasons, verifyWebhook } from "../../client/verify.ts";
import type { Owner } from "../../domain/item/owner.ts";
import type { InboxItem } from "../../domain/webhook/inbox.ts";
import { enableEndpoint, endpointId, type WebhookEndpoint } from "../../domain/webhook/webhook-endpoint.ts";
import { createEndpoint } from "../../domain/webhook/webhook-request.ts";
import { baseUrl } from "../../http/serve/responses.ts";
import { listEndpoints, moveEndpoint, putEndpoint } from "../../store/webhook/endpoints.ts";
import { listInboxItems } from "../../store/webhook/inbox.ts";
import { makeSecret } from "../../webhooks/endpoint-secret.ts";
import { readSigningSecrets } from "../../webhooks/signed-post.ts";

export type ReceivedEvent = InboxItem & { type: string; problem: string | undefined };

/** The account's test receiver. It is an endpoint like any other, but the signer writes to it directly. */
async function findTestReceiver(owner: Owner): Promise<WebhookEndpoint | undefined> {
  return (await listEndpoints(owner)).find(({ kind }) => kind === "inbox");
}

/** Its page promises the next events. False: the account has the maximum, which get the events without it. */
export async function openTestReceiver(owner: Owner, now: Date): Promise<boolean> {
  const receiver = await findTestReceiver(owner);
  if (receiver?.status === "active") return true;
  if (receiver && (await moveEndpoint(owner, receiver, enabled))) return true;
  const id = endpointId(now);
  const { sealed } = await makeSecret(id, now);
  const url = `${baseUrl()}/developers/receiver/${owner.account_id}`;
  const request = { url, events: ["*" as const], description: "The dashboard's test receiver" };
  const endpoint = { ...createEndpoint(owner, request, id, sealed), kind: "inbox" } as const;
  return putEndpoint(owner, endpoint, undefined);
}

const enabled = (endpoint: WebhookEndpoint) => ({ after: enableEndpoint(endpoint), answer: true });

const SHOWN = 12;

/** Verified as a receiver's server would, at the time of its arrival. */
export async function listReceived(owner: Owner): Promise<ReceivedEvent[]> {
  const [receiver, items] = await Promise.all([findTestReceiver(owner), listInboxItems(owner, SHOWN)]);
  if (!receiver || items.length === 0) return [];
  const secret = await readSigningSecrets(receiver);
  return items.map((item) => {
    const { body, headers, received_at } = item;
    const verdict = verifyWebhook({ body, headers, secret, now: new Date(received_at) });
    const { type } = JSON.parse(body) as { type: string };
    return { ...item, type, problem: verdict.ok ? undefined : reasons[verdict.reason] };
  });
}
