import { randomUUID } from "node:crypto";
import type { AttemptResult } from "../domain/webhook/attempt.ts";
import type { Delivery, Lease } from "../domain/webhook/delivery.ts";
import { claim, LEASE_MS, postpone } from "../domain/webhook/delivery-attempt.ts";
import type { EndpointChange, WebhookEndpoint } from "../domain/webhook/webhook-endpoint.ts";
import { logFault } from "../http/serve/telemetry.ts";
import { type Hint, sendHints } from "../queues/hints.ts";
import { untilWritten } from "../store/table/decided.ts";
import { findDelivery, moveDelivery, moveDeliveryToHeld } from "../store/webhook/deliveries.ts";
import { moveEndpointHealth } from "../store/webhook/endpoint-health.ts";
import { type NextHint, nextHint, planAttempt } from "./attempt-plan.ts";
import { destinationFullUntil } from "./destination.ts";
import { post } from "./post.ts";
import { signedPost } from "./signed-post.ts";
import { timeScale } from "../store/table/time-scale.ts";

/** What a batch read for an attempt: the endpoint, and the event's text where it is known before a read. */
export type BatchRead = { endpoint: WebhookEndpoint | undefined; body?: Promise<string | undefined> };

/** Claim, post, plan, save. Of two doubled hints one makes the attempt. A crash leaves the lease. */
export async function attemptDelivery({ fresh, ...hint }: Hint, read: BatchRead): Promise<string> {
  const { endpoint } = read;
  const chance = timeAndRandom();
  const before = fresh ?? (await findDelivery(hint, hint.endpoint_id, hint.delivery_id, chance.now));
  if (!before) return "gone";
  const claimed = claim(before, endpoint, { ...chance, token: randomUUID(), leaseMs: leaseMs() });
  if (claimed.act === "nothing") return "nothing";
  if (endpoint?.status !== "active") return hold(hint, before, claimed.delivery);
  if (claimed.act === "save") return (await saveForLater(hint, before, claimed.delivery)) ? "saved" : "taken";
  const until = await destinationFullUntil(endpoint, chance.now);
  if (until !== undefined) {
    const later = postpone(claimed.delivery, { until, random: chance.random });
    if (await saveForLater(hint, before, later)) return "postponed";
    return fresh ? attemptDelivery(hint, read) : "taken";
  }

  // Signing can fail only through our fault, which must not cost an attempt. So it precedes the claim.
  const request = await signedPost(claimed.delivery, endpoint, await read.body);
  if (await moveDelivery(hint, before, claimed.delivery))
    return fresh ? attemptDelivery(hint, read) : "taken";
  const result = await post(request, { localTargets: process.env.LOCAL_TARGETS === "allow" });
  await save(hint, claimed.delivery, endpoint, result);
  return result.outcome;
}

/** The write requires a disabled endpoint: one that its owner enabled meanwhile gets the delivery. */
async function hold(hint: Hint, before: Delivery, held: Delivery): Promise<string> {
  if (await moveDeliveryToHeld(hint, before, held)) return "held";
  await sendNext(hint, nextHint(before, new Date()));
  return "taken";
}

/** Saves that an earlier signer crashed, or that the destination is full. False: another signer was first. */
async function saveForLater(hint: Hint, before: Delivery, after: Delivery): Promise<boolean> {
  if (await moveDelivery(hint, before, after)) return false;
  await sendNext(hint, nextHint(after, new Date()));
  return true;
}

async function save(
  hint: Hint,
  claimed: Delivery & { lease: Lease },
  endpoint: WebhookEndpoint,
  result: AttemptResult,
): Promise<void> {
  const plan = (delivery: Delivery) =>
    planAttempt(delivery, endpoint, { ...timeAndRandom(), lease: claimed.lease, result });
  let before: Delivery = claimed;
  let planned = plan(before);
  const { first, after, mail, now } = planned;
  const change = async (changes: readonly EndpointChange[]) => {
    for (const each of changes) await moveEndpointHealth(endpoint, each, mail, now);
  };

  await change(first);
  const isSaved = await untilWritten(async () => {
    const conflict = await moveDelivery(hint, before, planned.delivery);
    if (!conflict?.instead) return { answer: !conflict };
    before = conflict.instead;
    planned = plan(before);
    return undefined;
  });
  await logFailureOf(() => change(after));
  if (isSaved) await sendNext(hint, planned.hint);
}

async function sendNext(hint: Hint, next: NextHint | undefined): Promise<void> {
  if (next) await logFailureOf(() => sendHints(next.lane, [{ ...hint, due_at: next.due_at }]));
}

/** The sweeper or the next attempt recovers this. A failed message would lock its group until its retry. */
async function logFailureOf(act: () => Promise<void>): Promise<void> {
  try {
    await act();
  } catch (error) {
    logFault("deliver-webhook", error);
  }
}

/** A POST takes wall time, so on the local cloud's faster clock its lease lasts longer. */
const leaseMs = () => LEASE_MS * timeScale();

const timeAndRandom = () => ({ now: new Date(), random: Math.random() });
