import * as z from "zod/mini";
import { type EventEnvelope, PING } from "../event/event.ts";
import { derivedId } from "../item/ids.ts";
import { Mode } from "../item/owner.ts";
import { Instant } from "../text/text.ts";
import { AttemptResult } from "./attempt.ts";
import type { WebhookEndpoint } from "./webhook-endpoint.ts";

const SECOND = 1;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Seconds from a failure to the next attempt: 15 in about 71 hours, 4 in test mode, one for a ping. */
export const schedules = {
  live: [
    5 * SECOND,
    30 * SECOND,
    2 * MINUTE,
    10 * MINUTE,
    30 * MINUTE,
    HOUR,
    3 * HOUR,
    6 * HOUR,
    ...Array<number>(6).fill(10 * HOUR),
  ],
  test: [5 * SECOND, 2 * MINUTE, 10 * MINUTE],
  once: [],
} as const satisfies Record<string, readonly number[]>;

export const MAX_WAITING_RESENDS = 10;

const Attempt = z.object({
  at: Instant,
  kind: z.enum(["scheduled", "manual"]),
  ...z.omit(AttemptResult, { retry_after: true }).shape,
});

/** The right to make the next attempt, until an instant. The lease of a crashed signer expires. */
const Lease = z.object({ token: z.string(), kind: Attempt.shape.kind, at: Instant, until: Instant });
export type Lease = z.infer<typeof Lease>;

/** `held`: the endpoint was disabled first; a replay sends it. `failed`: every scheduled attempt failed. */
export const DeliveryStatus = z.enum(["pending", "delivered", "failed", "held"]);

/** One event for one endpoint. This item is the source of truth; queue messages are hints to look at it. */
export const Delivery = z.object({
  id: z.string(),
  event_id: z.string(),
  event_type: z.string(),
  endpoint_id: z.string(),
  account_id: z.string(),
  mode: Mode,
  schedule: z.enum(["live", "test", "once"]),
  status: DeliveryStatus,
  created_at: Instant,
  delivered_at: z.optional(Instant),
  /** Scheduled attempts that failed. */
  failures: z.int(),
  next_attempt_at: z.optional(Instant),
  /** The times at which the pending resends were requested. */
  resends: z.array(Instant),
  losses: z.int(),
  /** How often the limit of its destination postponed the next attempt. */
  postponed: z.optional(z.int()),
  lease: z.optional(Lease),
  attempts: z.array(Attempt),
  /** Grows with every change. A write requires the version it was decided on. */
  version: z.int(),
});
export type Delivery = z.infer<typeof Delivery>;

/** The same for an event and endpoint, so a second fan-out creates no other. Sorts by the event's time. */
export const deliveryId = (eventId: string, endpointId: string): Promise<string> =>
  derivedId("dlv_", eventId, `${eventId} ${endpointId}`);

export function newDelivery(
  deliveryId: string,
  { id, type }: Pick<EventEnvelope, "id" | "type">,
  endpoint: Pick<WebhookEndpoint, "id" | "account_id" | "mode">,
  now: Date,
): Delivery {
  return {
    id: deliveryId,
    event_id: id,
    event_type: type,
    endpoint_id: endpoint.id,
    account_id: endpoint.account_id,
    mode: endpoint.mode,
    schedule: type === PING ? "once" : endpoint.mode,
    status: "pending",
    created_at: now.toISOString(),
    failures: 0,
    next_attempt_at: now.toISOString(),
    resends: [],
    losses: 0,
    attempts: [],
    version: 1,
  };
}

/**
 * At the account's own receiver. The deliveries of samples are older than their account.
 *
 * @example
 * const account = { created_at: "2026-03-02T10:00:00.000Z" };
 * hasArrived({ delivered_at: "2026-03-02T10:00:00.001Z" }, account) // => true
 * hasArrived({ delivered_at: "2026-03-02T09:59:59.999Z" }, account) // => false
 */
export const hasArrived = (
  { delivered_at }: Pick<Delivery, "delivered_at">,
  { created_at }: { created_at: string },
): boolean => delivered_at !== undefined && delivered_at > created_at;

export const dueAt = (delivery: Delivery): string | null => delivery.lease?.until ?? indexedAt(delivery);

/** Null when nothing remains. A lease does not move it, which would cost two write units. */
export const indexedAt = ({ lease, resends: [resend], next_attempt_at }: Delivery): string | null =>
  resend ?? next_attempt_at ?? lease?.until ?? null;

/** At once, in any status, beside the schedule. Undefined when too many resends are pending. */
export function resend(delivery: Delivery, now: Date): Delivery | undefined {
  if (delivery.resends.length >= MAX_WAITING_RESENDS) return undefined;
  return changed(delivery, { resends: [...delivery.resends, now.toISOString()] });
}

/** A pending one is resent and keeps its schedule, which an outage must not use up. Undefined: no change. */
export function replayDelivery(delivery: Delivery, now: Date): Delivery | undefined {
  const next_attempt_at = now.toISOString();
  if (delivery.status === "pending") return isWaiting(delivery, now) ? resend(delivery, now) : undefined;
  if (delivery.status === "delivered") return undefined;
  return changed(delivery, { status: "pending", failures: 0, losses: 0, next_attempt_at });
}

const isWaiting = ({ lease, resends, next_attempt_at }: Delivery, now: Date): boolean =>
  !lease &&
  resends.length === 0 &&
  next_attempt_at !== undefined &&
  Date.parse(next_attempt_at) > now.getTime();

/** Makes a change and counts its version. No other code changes a delivery. */
export const changed = (delivery: Delivery, changes: Partial<Delivery>): Delivery => ({
  ...delivery,
  ...changes,
  version: delivery.version + 1,
});
