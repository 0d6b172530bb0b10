import { type AttemptResult, isGone } from "./attempt.ts";
import { changed, type Delivery, dueAt, type Lease, schedules } from "./delivery.ts";
import type { WebhookEndpoint } from "./webhook-endpoint.ts";

/** Attempts of many deliveries that failed together spread out: each wait is longer or shorter by up to a fifth. */
const JITTER = 0.2;

/** A server may ask for more time, but cannot put us off for good. */
const RETRY_AFTER_STEPS = 2;

/** As long as a signer can live, so that nobody takes over what is still under way. */
export const LEASE_MS = 30_000;

/** How often we may crash over a delivery before a crash counts as one of its attempts: not to call a partner for ever. */
const FREE_LOSSES = 3;

/** The clock that said when it is due may be another's, and a hint that is taken for early is gone. */
const CLOCKS_DIFFER_MS = 500;

const MAX_ATTEMPTS_KEPT = 20;
/** All but the newest attempt keep this much of the answer: an item is paid for by its size on every write. */
const OLD_EXCERPT_CHARACTERS = 1_024;

/**
 * What a hint leads to: `attempt`: save the delivery, which holds a lease now, then make the attempt and settle it.
 * `save`: save it, there is nothing to send. `nothing`: the hint is early, late or doubled, or somebody is at it.
 */
type Claim =
  | { act: "attempt"; delivery: Delivery & { lease: Lease } }
  | { act: "save"; delivery: Delivery }
  | { act: "nothing" };

/** `endpoint` is undefined when it was deleted. `token` names this run, and no other. */
export function claim(
  delivery: Delivery,
  endpoint: Pick<WebhookEndpoint, "status"> | undefined,
  { token, now, random, leaseMs = LEASE_MS }: { token: string; now: Date; random: number; leaseMs?: number },
): Claim {
  if (!isDue(delivery, now)) return { act: "nothing" };
  const settled = delivery.lease ? loseLease(delivery, delivery.lease, now, random) : delivery;
  if (endpoint?.status !== "active")
    return { act: "save", delivery: changed(hold(settled), { resends: [] }) };

  const kind = settled.resends.length > 0 ? "manual" : "scheduled";
  if (!isDue(settled, now)) return { act: "save", delivery: changed(settled, {}) };
  const until = new Date(now.getTime() + leaseMs).toISOString();
  const lease = { token, kind, at: now.toISOString(), until } as const;
  return { act: "attempt", delivery: { ...changed(settled, {}), lease } };
}

function isDue(delivery: Delivery, now: Date): boolean {
  const due = dueAt(delivery);
  // A lease is waited for to its end: somebody may still be at it.
  const tolerance = delivery.lease ? 0 : CLOCKS_DIFFER_MS;
  return due !== null && Date.parse(due) <= now.getTime() + tolerance;
}

/**
 * What an attempt that was made under `lease` leads to. `delivery` is read again, and may have moved on: when the
 * lease ran out and somebody else has it, a success still is one, and a failure is noted and moves nothing.
 *
 * After a 410 it is due at once and not held: whether its endpoint is off by then is for `claim` to see. Held for an endpoint
 * that is on, since turning it off failed or its owner was faster, it would wait for ever.
 */
export function settleDelivery(
  delivery: Delivery,
  lease: Lease,
  { result, now, random }: { result: AttemptResult; now: Date; random: number },
): Delivery {
  const own = delivery.lease?.token === lease.token;
  const { lease: held, ...free } = delivery;
  const noted: Delivery = {
    ...(own ? free : delivery),
    attempts: noteAttempt(delivery, lease, result),
    resends: own && lease.kind === "manual" ? delivery.resends.slice(1) : delivery.resends,
  };
  return changed(move(noted), {});

  function move(current: Delivery): Delivery {
    if (result.outcome === "delivered") {
      const { next_attempt_at: _, ...done } = current;
      return { ...done, status: "delivered", delivered_at: done.delivered_at ?? now.toISOString() };
    }
    if (!own || current.status !== "pending") return current;
    if (isGone(result)) return { ...current, next_attempt_at: now.toISOString() };
    if (lease.kind === "manual") return current;
    return afterFailure(current, { now, random, retryAfter: result.retry_after });
  }
}

function hold({ next_attempt_at: _, ...delivery }: Delivery): Delivery {
  return { ...delivery, status: delivery.status === "pending" ? "held" : delivery.status };
}

/** The signer that had the lease is gone. Whether the partner got anything we cannot know, so it is sent again. */
function loseLease({ lease: _, ...delivery }: Delivery, lease: Lease, now: Date, random: number): Delivery {
  const losses = delivery.losses + 1;
  const attempts = noteAttempt(delivery, lease, { outcome: "lost", duration_ms: 0 });
  const lost: Delivery = { ...delivery, losses, attempts };
  if (losses <= FREE_LOSSES) return lost;
  if (lease.kind === "manual") return { ...lost, resends: lost.resends.slice(1) };
  return lost.status === "pending" ? afterFailure(lost, { now, random }) : lost;
}

type Failure = { now: Date; random: number; retryAfter?: number | undefined };

function afterFailure(delivery: Delivery, { now, random, retryAfter = 0 }: Failure): Delivery {
  const { next_attempt_at: _, ...ended } = { ...delivery, failures: delivery.failures + 1 };
  const step = schedules[delivery.schedule][delivery.failures];
  if (step === undefined) return { ...ended, status: "failed" };
  const jittered = step * (1 - JITTER + 2 * JITTER * random);
  const seconds = Math.max(jittered, Math.min(retryAfter, RETRY_AFTER_STEPS * step));
  return { ...ended, next_attempt_at: new Date(now.getTime() + Math.round(seconds * 1000)).toISOString() };
}

/**
 * An attempt stands in the list once, by the instant that its lease began. What we gave up for lost may come home late, and a note
 * may have been written without our hearing of it.
 */
function noteAttempt(
  { attempts }: Delivery,
  { at, kind }: Lease,
  result: AttemptResult,
): Delivery["attempts"] {
  const { retry_after: _, ...kept } = result;
  const earlier = attempts
    .filter((one) => one.at !== at)
    .map((one) => (one.excerpt ? { ...one, excerpt: one.excerpt.slice(0, OLD_EXCERPT_CHARACTERS) } : one));
  const all = [...earlier, { at, kind, ...kept }];
  return all.sort((a, b) => (a.at < b.at ? -1 : 1)).slice(-MAX_ATTEMPTS_KEPT);
}
