import { randomUUID } from "node:crypto";
import { type AttemptResult, tookLong } from "../domain/webhook/attempt.ts";
import { type Delivery, dueAt, type Lease } from "../domain/webhook/delivery.ts";
import { claim, LEASE_MS, settleDelivery } from "../domain/webhook/delivery-attempt.ts";
import { judgeEndpoint, type WebhookEndpoint } from "../domain/webhook/webhook-endpoint.ts";
import { logFault } from "../http/serve/telemetry.ts";
import { type Hint, sendHints } from "../queues/hints.ts";
import { findDelivery, moveDelivery, moveDeliveryToHeld } from "../store/webhook/deliveries.ts";
import { moveEndpointHealth } from "../store/webhook/endpoint-health.ts";
import { post } from "./post.ts";
import { signedPost } from "./signed-post.ts";
import { timeScale } from "./wall-time.ts";

/**
 * Makes the attempt that a delivery is due for, if it is. Its item is claimed before and settled after, each by a conditional
 * write, so that of two hints one does it, and so that an attempt whose signer died is known to have been under way.
 */
export async function attemptDelivery(hint: Hint, endpoint: WebhookEndpoint | undefined): Promise<string> {
  const now = new Date();
  const delivery = await findDelivery(hint, hint.endpoint_id, hint.delivery_id, now);
  if (!delivery) return "gone";
  const claimed = claim(delivery, endpoint, { ...chance(now), token: randomUUID(), leaseMs });
  if (claimed.act === "nothing") return "nothing";

  if (endpoint?.status !== "active") return hold(hint, delivery, claimed.delivery);
  // What can fail by our own fault comes before the claim: it must not cost the partner an attempt.
  const request = claimed.act === "attempt" && (await signedPost(claimed.delivery, endpoint));
  // Whoever was faster has seen to it.
  if (await moveDelivery(hint, delivery, claimed.delivery)) return "taken";
  if (claimed.act === "save" || !request) {
    await hintAgain(hint, claimed.delivery, { slow: false });
    return "saved";
  }
  const result = await post(request, { localTargets: process.env.LOCAL_TARGETS === "allow" });
  await note(hint, claimed.delivery, endpoint, claimed.delivery.lease, result);
  return result.outcome;
}

/** Who turned it on again meanwhile, or changed the delivery, is not answered by what was read before that. */
async function hold(hint: Hint, before: Delivery, after: Delivery): Promise<string> {
  if (await moveDeliveryToHeld(hint, before, after)) return "held";
  await hintAgain(hint, before, { slow: false });
  return "taken";
}

/**
 * Saves what came of an attempt and what that means for the endpoint. Turning it off comes first: a crash after that leaves a lease,
 * and who takes it over finds the endpoint off. The rest is worth no second attempt: the next one finds out as much.
 */
async function note(
  hint: Hint,
  claimed: Delivery,
  endpoint: WebhookEndpoint,
  lease: Lease,
  result: AttemptResult,
): Promise<void> {
  const now = new Date();
  const { changes, mails } = judgeEndpoint(endpoint, result, now);
  const noteChanges = async () => {
    for (const change of changes) await moveEndpointHealth(endpoint, change, mails[0], now);
  };
  const turnsOff = changes.some(({ change }) => change === "disabled");
  if (turnsOff) await noteChanges();
  const settled = await saveSettled(hint, claimed, lease, result);
  if (!turnsOff) await tolerantly(noteChanges);
  if (settled) await hintAgain(hint, settled, { slow: tookLong(result) });
}

/** On top of whatever the delivery has become meanwhile; undefined when it is gone. */
async function saveSettled(
  hint: Hint,
  claimed: Delivery,
  lease: Lease,
  result: AttemptResult,
): Promise<Delivery | undefined> {
  for (let before: Delivery | undefined = claimed; before; ) {
    const settled = settleDelivery(before, lease, { ...chance(new Date()), result });
    const refused = await moveDelivery(hint, before, settled);
    if (!refused) return settled;
    before = refused.instead;
  }
  return undefined;
}

/** How far ahead a hint is sent. What is due later the sweeper finds, and what a crash left without a hint. */
const AHEAD_SECONDS = 90;

async function hintAgain(hint: Hint, delivery: Delivery, { slow }: { slow: boolean }): Promise<void> {
  const due = dueAt(delivery);
  if (due === null) return;
  const inSeconds = Math.max(0, Math.ceil((Date.parse(due) - Date.now()) / 1000));
  if (inSeconds > AHEAD_SECONDS) return;
  await tolerantly(() => sendHints(slow ? "slow" : "later", [{ ...hint, inSeconds }]));
}

/** What others make good is no reason for the message to come again: that would lock its group until then. */
async function tolerantly(act: () => Promise<void>): Promise<void> {
  try {
    await act();
  } catch (error) {
    logFault("deliver-webhook", error);
  }
}

/** Attempts take wall time, on a clock that runs faster too. */
const leaseMs = LEASE_MS * timeScale;

const chance = (now: Date) => ({ now, random: Math.random() });
