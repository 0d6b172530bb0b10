import { type AttemptResult, isGone } from "./attempt.ts";
import { changed, type Delivery, dueAt, type Lease, schedules } from "./delivery.ts";
import type { WebhookEndpoint } from "./webhook-endpoint.ts";

/** Each wait varies by up to a fifth, so that deliveries that failed together spread out. */
const JITTER = 0.2;

/** A receiver's `Retry-After` extends a wait to at most this many times the step. */
const RETRY_AFTER_STEPS = 2;

/** A signer's maximum lifetime, so that no other signer takes over a running attempt. */
export const LEASE_MS = 30_000;

/** Later ones count as attempts, so that a crash loop cannot call a receiver for ever. */
const FREE_LOSSES = 3;

/** Another machine's clock may have set the due time, and a hint that seems early is lost. */
const CLOCKS_DIFFER_MS = 500;

const MAX_ATTEMPTS_KEPT = 20;
/** Older attempts store this much of the response: each write is charged by the size of the item. */
const OLD_EXCERPT_CHARACTERS = 1_024;
const OLD_HEADERS_CHARACTERS = 256;

/**
 * `attempt`: save the delivery with its lease, make the attempt and settle it. `save`: there is nothing to
 * send. `nothing`: the hint is early, late or doubled, or another signer holds the lease.
 */
type Claim =
  | { act: "attempt"; delivery: Delivery & { lease: Lease } }
  | { act: "save"; delivery: Delivery }
  | { act: "nothing" };

/** `endpoint` is undefined when it was deleted. `token` identifies this run alone. */
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
  // No tolerance for a lease: its signer may work until the end.
  const tolerance = delivery.lease ? 0 : CLOCKS_DIFFER_MS;
  return due !== null && Date.parse(due) <= now.getTime() + tolerance;
}

/** A wait is up to a minute, then 4, 16, 64 and 256, so that what waits for long costs little. */
const LONGEST_STEP = 4;

/** The claimed delivery without its lease, some time after `until`. It counts no failure and no attempt. */
export function postpone(
  { lease, ...delivery }: Delivery & { lease: Lease },
  { until, random }: { until: number; random: number },
): Delivery {
  const postponed = delivery.postponed ?? 0;
  const minutes = 4 ** Math.min(postponed, LONGEST_STEP);
  const at = new Date(until + Math.round(random * minutes * 60_000)).toISOString();
  const later = { ...delivery, postponed: postponed + 1 };
  return lease.kind === "manual"
    ? { ...later, resends: [at, ...delivery.resends.slice(1)] }
    : { ...later, next_attempt_at: at };
}

/**
 * `delivery` was read again. If another signer has the lease, a success still counts, and a failure is only
 * noted. After a 410 the delivery is due at once and not held: if the endpoint is enabled first, a held one
 * would wait for ever.
 */
export function settleDelivery(
  delivery: Delivery,
  lease: Lease,
  { result, now, random }: { result: AttemptResult; now: Date; random: number },
): Delivery {
  const isCurrent = delivery.lease?.token === lease.token;
  const { lease: held, postponed: _, ...free } = delivery;
  const noted: Delivery = {
    ...(isCurrent ? free : delivery),
    attempts: noteAttempt(delivery, lease, result),
    resends: isCurrent && lease.kind === "manual" ? delivery.resends.slice(1) : delivery.resends,
  };
  return changed(move(noted), {});

  function move(current: Delivery): Delivery {
    if (result.outcome === "delivered") {
      const { next_attempt_at: _, ...done } = current;
      return { ...done, status: "delivered", delivered_at: done.delivered_at ?? now.toISOString() };
    }
    if (!isCurrent || current.status !== "pending") return current;
    if (isGone(result)) return { ...current, next_attempt_at: now.toISOString() };
    if (lease.kind === "manual") return current;
    return afterFailure(current, { now, random, retryAfter: result.retry_after });
  }
}

function hold({ next_attempt_at: _, ...delivery }: Delivery): Delivery {
  return { ...delivery, status: delivery.status === "pending" ? "held" : delivery.status };
}

/** The lease's signer crashed. The receiver may not have the event, so it is sent again. */
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

/** Once, by its lease's start: a result may arrive late, and a response be lost. */
function noteAttempt(
  { attempts }: Delivery,
  { at, kind }: Lease,
  result: AttemptResult,
): Delivery["attempts"] {
  const { retry_after: _, ...kept } = result;
  const earlier = attempts
    .filter((attempt) => attempt.at !== at)
    .map((attempt) => ({
      ...attempt,
      ...(attempt.excerpt && { excerpt: startOf(attempt.excerpt, OLD_EXCERPT_CHARACTERS) }),
      ...(attempt.headers && { headers: startOf(attempt.headers, OLD_HEADERS_CHARACTERS) }),
    }));
  const allAttempts = [...earlier, { at, kind, ...kept }];
  return allAttempts.sort((a, b) => (a.at < b.at ? -1 : 1)).slice(-MAX_ATTEMPTS_KEPT);
}

/** The cut may fall into an emoji. DynamoDB refuses half a character, and with it every later attempt. */
const startOf = (text: string, length: number): string => text.slice(0, length).toWellFormed();
