import type { AttemptResult } from "../../shared/domain/webhook/attempt.ts";
import { type Delivery, newDelivery } from "../../shared/domain/webhook/delivery.ts";
import { claim, settleDelivery } from "../../shared/domain/webhook/delivery-attempt.ts";
import type { WebhookEndpoint } from "../../shared/domain/webhook/webhook-endpoint.ts";

const start = Date.parse("2026-11-21T00:00:00.000Z");
export const at = (seconds: number) => new Date(start + seconds * 1000);
export const iso = (seconds: number) => at(seconds).toISOString();

export const endpoint: WebhookEndpoint = {
  id: "wh_1",
  account_id: "acct_1",
  mode: "live",
  url: "https://hooks.example.com/",
  events: ["*"],
  status: "active",
  created_at: iso(0),
  secrets: [],
};

export const fresh = newDelivery("dlv_1", { id: "evt_1", type: "driver.created" }, endpoint, at(0));
export const refused: AttemptResult = { outcome: "refused", status: 500, duration_ms: 10, excerpt: "no" };
export const delivered: AttemptResult = { outcome: "delivered", status: 200, duration_ms: 10, excerpt: "" };

/** Claims and settles at once without jitter, as a healthy signer does. */
export function attempt(delivery: Delivery, seconds: number, result: AttemptResult, random = 0.5): Delivery {
  const claimed = claimedAt(delivery, seconds);
  return settleDelivery(claimed, claimed.lease, { result, now: at(seconds), random });
}

export function claimedAt(delivery: Delivery, seconds: number, token = "mine") {
  const decided = claim(delivery, endpoint, { token, now: at(seconds), random: 0.5 });
  if (decided.act !== "attempt") throw new Error(`It was ${decided.act}`);
  return decided.delivery;
}

export const actAt = (delivery: Delivery, seconds: number, status: "active" | "disabled" | null = "active") =>
  claim(delivery, status ? { status } : undefined, { token: "t", now: at(seconds), random: 0.5 });
