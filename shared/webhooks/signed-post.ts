import { type SealingKeys, UnknownKey, unseal } from "../crypto/sealed.ts";
import { brand } from "../domain/brand/brand.ts";
import { DELIVERED_TYPE, deliveredBody } from "../domain/event/event.ts";
import type { Delivery } from "../domain/webhook/delivery.ts";
import { currentSecrets } from "../domain/webhook/rotate-secret.ts";
import type { SealedSecret, WebhookEndpoint } from "../domain/webhook/webhook-endpoint.ts";
import { findEventBody } from "../store/event/events.ts";
import { readEndpointKeys } from "../store/webhook/endpoint-keys.ts";
import type { Post } from "./post.ts";
import { sign } from "./signing.ts";
import { wallTime } from "./wall-time.ts";

/** A delivery's request, signed with each current secret. `read`: the text, if read with its batch. */
export async function signedPost(
  delivery: Delivery,
  endpoint: WebhookEndpoint,
  read?: string,
): Promise<Post> {
  const [text, secrets] = await Promise.all([
    read ?? findEventBody(delivery, delivery.event_id),
    readSigningSecrets(endpoint),
  ]);
  const body = Buffer.from(deliveredBody(text));
  const [newest, ...older] = secrets;
  if (newest === undefined) throw new Error("The endpoint has no secret");
  const eventId = delivery.event_id;
  return {
    url: endpoint.url,
    headers: {
      "content-type": DELIVERED_TYPE,
      "user-agent": `${brand.serviceSlug}-webhooks/1`,
      ...sign({ eventId, body, sentAt: wallTime(), secrets: [newest, ...older] }),
    },
    body,
  };
}

export async function readSigningSecrets(endpoint: WebhookEndpoint): Promise<string[]> {
  const open = (keys: SealingKeys) =>
    currentSecrets(endpoint, new Date()).map((secret) => opened(secret, endpoint.id, keys));
  try {
    return open(await readEndpointKeys());
  } catch (error) {
    if (!(error instanceof UnknownKey)) throw error;
    return open(await readEndpointKeys({ anew: true }));
  }
}

/** The deliveries of a batch share their endpoint, whose secrets are opened once. */
const known = new WeakMap<SealedSecret, string>();

function opened(secret: SealedSecret, endpointId: string, keys: SealingKeys): string {
  const text = known.get(secret) ?? unseal(secret.sealed, endpointId, keys);
  known.set(secret, text);
  return text;
}
