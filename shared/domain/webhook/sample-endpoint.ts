import type { EventEnvelope } from "../event/event.ts";
import type { Owner } from "../item/owner.ts";
import { type Delivery, deliveryId, newDelivery } from "./delivery.ts";
import type { SealedSecret, WebhookEndpoint } from "./webhook-endpoint.ts";

/** No host has this name (RFC 2606). The endpoint is disabled, so nothing is sent. */
const RECEIVER = {
  url: "https://receiver.example/webhooks",
  events: ["*" as const],
  description: "A sample, disabled. Enter your own URL, and enable it.",
};

export const sampleEndpoint = (owner: Owner, id: string, secret: SealedSecret): WebhookEndpoint => ({
  id,
  ...owner,
  ...RECEIVER,
  created_at: secret.created_at,
  secrets: [secret],
  status: "disabled",
  disabled: { at: secret.created_at, reason: "partner" },
});

const FAILED = { outcome: "refused", status: 503, duration_ms: 412, excerpt: "Service Unavailable" } as const;
const ARRIVED = { outcome: "delivered", status: 200, duration_ms: 96, excerpt: "" } as const;
const RETRY_MS = 5_000;

/** As attempts leave it. `fails`: the first one, so that it arrived with the retry. */
export async function sampleDelivery(
  event: EventEnvelope,
  endpoint: WebhookEndpoint,
  fails: boolean,
): Promise<Delivery> {
  const start = new Date(event.created_at);
  const id = await deliveryId(event.id, endpoint.id);
  const { next_attempt_at: _, ...delivery } = newDelivery(id, event, endpoint, start);
  const attempts = (fails ? [FAILED, ARRIVED] : [ARRIVED]).map((result, i) => {
    const at = new Date(start.getTime() + i * RETRY_MS).toISOString();
    return { at, kind: "scheduled" as const, ...result };
  });
  const delivered_at = attempts.at(-1)?.at;
  return { ...delivery, status: "delivered", delivered_at, failures: attempts.length - 1, attempts };
}
