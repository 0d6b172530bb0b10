import * as z from "zod/mini";
import { Livemode } from "../item/owner.ts";
import { Instant, note } from "../text/text.ts";
import { AttemptCause, AttemptOutcome } from "./attempt.ts";
import { type Delivery, DeliveryStatus } from "./delivery.ts";

const LastAttempt = z
  .object({
    at: note(z.clone(Instant), "When the attempt was made."),
    kind: note(z.enum(["scheduled", "manual"]), "`manual`: by a resend or a replay."),
    outcome: note(
      z.clone(AttemptOutcome),
      "`delivered`: a 2xx. `refused`: any other status. `timeout`: no complete response within 15 s. `unreachable`: no response. `blocked`: the URL led to a forbidden address. `lost`: our fault; we retried.",
    ),
    status: note(z.nullable(z.int()), "HTTP status of the response, or null."),
    cause: note(z.nullable(AttemptCause), "The step that failed when there was no response, or null."),
    duration_ms: note(z.int(), "How long the attempt took, in milliseconds."),
  })
  .register(z.globalRegistry, { id: "DeliveryAttempt", description: "An attempt to deliver an event." });

const Attempt = z.extend(LastAttempt, {
  excerpt: note(z.nullable(z.string()), "Start of the response body as text, or null."),
});

export const PublicDelivery = z.object({
  id: z.string(),
  object: z.literal("webhook_delivery"),
  event_id: note(z.string(), "The event's id."),
  event_type: note(z.string(), "The event's type."),
  endpoint_id: note(z.string(), "The endpoint's id."),
  status: note(
    z.clone(DeliveryStatus),
    "`failed`: every scheduled attempt failed. `held`: the endpoint was disabled first; a replay sends it.",
  ),
  created_at: Instant,
  delivered_at: note(z.nullable(Instant), "When the delivery succeeded, or null."),
  next_attempt_at: note(z.nullable(Instant), "When the next attempt is due, or null."),
  last_attempt: note(z.nullable(LastAttempt), "The latest attempt, or null."),
  livemode: Livemode,
});

/** A single delivery. Response excerpts may be long, so lists leave the attempts out. */
export const PublicDeliveryWithAttempts = z.extend(PublicDelivery, {
  attempts: note(z.array(Attempt), "The latest 20, oldest first."),
});

export function publicDelivery(delivery: Delivery) {
  const last = delivery.attempts.at(-1);
  return {
    id: delivery.id,
    object: "webhook_delivery" as const,
    event_id: delivery.event_id,
    event_type: delivery.event_type,
    endpoint_id: delivery.endpoint_id,
    status: delivery.status,
    created_at: delivery.created_at,
    delivered_at: delivery.delivered_at ?? null,
    next_attempt_at: delivery.resends[0] ?? delivery.next_attempt_at ?? null,
    last_attempt: last ? publicAttempt(last) : null,
  };
}

export const publicDeliveryWithAttempts = (delivery: Delivery) => ({
  ...publicDelivery(delivery),
  attempts: delivery.attempts.map((attempt) => ({
    ...publicAttempt(attempt),
    excerpt: attempt.excerpt ?? null,
  })),
});

const publicAttempt = ({ at, kind, outcome, status, cause, duration_ms }: Delivery["attempts"][number]) => ({
  at,
  kind,
  outcome,
  status: status ?? null,
  cause: cause ?? null,
  duration_ms,
});
