import * as z from "zod/mini";
import { Subscription } from "../event/event.ts";
import { sortableId } from "../item/ids.ts";
import { Mode } from "../item/owner.ts";
import { Instant, text } from "../text/text.ts";
import { MINUTE, type Window } from "../limit/window.ts";
import { type AttemptResult, isGone, tookLong } from "./attempt.ts";
import { attemptInWords } from "./attempt-words.ts";

/** `partner`: the account. `gone`: a 410. `failing`: no success for days. `operator`: of the service. */
export const DisabledReason = z.enum(["partner", "gone", "failing", "operator"]);
export type DisabledReason = z.infer<typeof DisabledReason>;

/** A secret, sealed for its endpoint. `expires_at` is set once a new secret has replaced it. */
export const SealedSecret = z.object({
  sealed: z.string(),
  created_at: Instant,
  expires_at: z.optional(Instant),
});
export type SealedSecret = z.infer<typeof SealedSecret>;

const Streak = z.object({
  since: Instant,
  count: z.int(),
  /** Since when the failures of an hour are counted, and how many there were before. */
  hour: z.optional(z.object({ at: Instant, count: z.int() })),
  warned_at: z.optional(Instant),
});

export const WebhookEndpoint = z.object({
  id: z.string(),
  account_id: z.string(),
  mode: Mode,
  url: z.string(),
  /** A key of the docs registered it. Until its account has a partner, `destinationLimit` holds. */
  of_docs: z.optional(z.literal(true)),
  events: z.array(Subscription),
  description: z.optional(text(500)),
  status: z.enum(["active", "disabled"]),
  disabled: z.optional(z.object({ at: Instant, reason: DisabledReason })),
  created_at: Instant,
  /** Newest first. */
  secrets: z.array(SealedSecret),
  failures: z.optional(Streak),
  /** The latest of its own events, and their number. */
  alert: z.optional(z.object({ at: Instant, number: z.int() })),
  /** The latest attempt was slow, so the next ones must not delay other endpoints. */
  slow: z.optional(z.literal(true)),
});
export type WebhookEndpoint = z.infer<typeof WebhookEndpoint>;

export const MAX_ENDPOINTS = 16;

/** Attempts at one host, of all accounts of the docs together: anyone can collect keys of the docs. */
export const destinationLimit: Window = { count: 30, seconds: MINUTE };

/** If all endpoints of an account hang, in both modes, they hold 96 of the first lane's 100 places. */
export const MAX_AT_ONCE = 3;

export const endpointId = (now: Date): string => sortableId("wh_", now);

const HOUR_MS = 60 * 60 * 1000;

/**
 * When a failing endpoint's account is warned, and when it is disabled. The warning comes before any schedule
 * ends (71 h). Both need a number of failures: an endpoint with one event a week fails rarely. `noticeMs`: in
 * test mode ten attempts can fail on the first day.
 */
export const failureLimits = {
  alert: { withinMs: HOUR_MS, failures: 20, onceMs: 24 * HOUR_MS },
  warn: { afterMs: 24 * HOUR_MS, failures: 5 },
  disable: { afterMs: 5 * 24 * HOUR_MS, failures: 10, noticeMs: 24 * HOUR_MS },
} as const;

/**
 * Changes that need no lock, as many deliveries may end at once. `since`: the streak that it was decided on;
 * the store rejects it when a success has ended that streak.
 */
export type EndpointChange =
  | { change: "recovered" }
  | { change: "failed"; at: string; hour?: { at: string; count: number } }
  | { change: "paced"; slow: boolean }
  | { change: "alerted"; at: string; since: string; failed: FailedAttempt }
  | { change: "warned"; at: string; since: string }
  | { change: "disabled"; at: string; reason: DisabledReason; since?: string };

/** The event that an attempt did not deliver, and why. */
export type FailedAttempt = { event_id: string; reason: string };

/** An email to the account, requested in the transaction of its change: once, and only if it commits. */
export type EndpointMail =
  | { mail: "endpoint_failing"; endpoint_id: string; since: string }
  | { mail: "endpoint_disabled"; endpoint_id: string; reason: "gone" | "failing"; failed: FailedAttempt };

type Judged = { changes: EndpointChange[]; mails: EndpointMail[] };

/** The effects of a result on an endpoint as read. A fast success of a healthy one writes nothing. */
export function judgeEndpoint(
  endpoint: WebhookEndpoint,
  result: AttemptResult,
  now: Date,
  event_id: string,
): Judged {
  const { id, status, failures } = endpoint;
  if (status === "disabled" || result.outcome === "lost") return { changes: [], mails: [] };
  const slow = tookLong(result);
  const paced: EndpointChange[] = slow === (endpoint.slow ?? false) ? [] : [{ change: "paced", slow }];
  if (result.outcome === "delivered")
    return { changes: [...(failures ? [{ change: "recovered" } as const] : []), ...paced], mails: [] };

  const at = now.toISOString();
  const { since, count, warned_at } = { since: at, count: 0, warned_at: undefined, ...failures };
  const failed = { event_id, reason: attemptInWords(result) };
  const { isNew, hour } = hourOf(endpoint, now);
  const changes: EndpointChange[] = [{ change: "failed", at, ...(isNew && { hour }) }, ...paced];
  if (isGone(result)) {
    const mail = { mail: "endpoint_disabled", endpoint_id: id, reason: "gone", failed } as const;
    return { changes: [...changes, { change: "disabled", at, reason: "gone" }], mails: [mail] };
  }
  const beyond = ({ afterMs, failures: least }: { afterMs: number; failures: number }) =>
    now.getTime() - Date.parse(since) >= afterMs && count + 1 >= least;
  const isNoticed = !!warned_at && now.getTime() - Date.parse(warned_at) >= failureLimits.disable.noticeMs;
  if (beyond(failureLimits.disable) && isNoticed) {
    const mail = { mail: "endpoint_disabled", endpoint_id: id, reason: "failing", failed } as const;
    return { changes: [...changes, { change: "disabled", at, reason: "failing", since }], mails: [mail] };
  }
  if (beyond(failureLimits.warn) && !warned_at) {
    const mail = { mail: "endpoint_failing", endpoint_id: id, since } as const;
    return { changes: [...changes, { change: "warned", at, since }], mails: [mail] };
  }
  if (count + 1 - hour.count >= failureLimits.alert.failures && mayAlert(endpoint, now))
    changes.push({ change: "alerted", at, since, failed });
  return { changes, mails: [] };
}

/** The hour in which failures are counted. After it, the next failure begins another. */
function hourOf({ failures }: WebhookEndpoint, now: Date) {
  const { count = 0, hour } = failures ?? {};
  const isNew = !hour || now.getTime() - Date.parse(hour.at) >= failureLimits.alert.withinMs;
  return { isNew, hour: isNew ? { at: now.toISOString(), count } : hour };
}

const mayAlert = ({ alert }: WebhookEndpoint, now: Date): boolean =>
  !alert || now.getTime() - Date.parse(alert.at) >= failureLimits.alert.onceMs;

export function enableEndpoint({
  disabled: _,
  failures: __,
  slow: ___,
  ...endpoint
}: WebhookEndpoint): WebhookEndpoint {
  return { ...endpoint, status: "active" };
}
