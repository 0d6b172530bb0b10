import { type AttemptResult, tookLong } from "../domain/webhook/attempt.ts";
import { type Delivery, dueAt, type Lease } from "../domain/webhook/delivery.ts";
import { settleDelivery } from "../domain/webhook/delivery-attempt.ts";
import {
  type EndpointChange,
  type EndpointMail,
  judgeEndpoint,
  type WebhookEndpoint,
} from "../domain/webhook/webhook-endpoint.ts";
import type { Lane } from "../queues/hints.ts";

export type NextHint = { lane: Exclude<Lane, "first">; due_at: string };

/** The writes that follow an attempt, in the order of the fields. */
export type AttemptPlan = {
  now: Date;
  /** Written before the delivery: after a crash, the next signer finds the endpoint disabled. */
  first: EndpointChange[];
  delivery: Delivery;
  /** Changes of the endpoint whose write may fail: the next attempt leads to them again. */
  after: EndpointChange[];
  /** The email that a change asks for, in its transaction. */
  mail: EndpointMail | undefined;
  hint: NextHint | undefined;
};

type Made = { lease: Lease; result: AttemptResult; now: Date; random: number };

/** Plans the writes after an attempt. `delivery` is as last read; `endpoint` is as the attempt called it. */
export function planAttempt(delivery: Delivery, endpoint: WebhookEndpoint, attempt: Made): AttemptPlan {
  const { lease, result, now } = attempt;
  const settled = settleDelivery(delivery, lease, attempt);
  const { changes, mails } = judgeEndpoint(endpoint, result, now, delivery.event_id);
  const disables = changes.some(({ change }) => change === "disabled");
  return {
    now,
    first: disables ? changes : [],
    delivery: settled,
    after: disables ? [] : changes,
    mail: mails[0],
    hint: nextHint(settled, now, tookLong(result)),
  };
}

/** The sweeper hints at deliveries that are due later, and at those that a crash left without a hint. */
const AHEAD_MS = 90_000;

/** Undefined when the delivery is done, or when the sweeper will send its hint. */
export function nextHint(delivery: Delivery, now: Date, isSlow = false): NextHint | undefined {
  const due_at = dueAt(delivery);
  if (due_at === null || Date.parse(due_at) - now.getTime() > AHEAD_MS) return undefined;
  return { lane: isSlow ? "slow" : "later", due_at };
}
