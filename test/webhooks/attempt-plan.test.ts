import { expect, test } from "@jest/globals";
import type { AttemptResult } from "../../shared/domain/webhook/attempt.ts";
import type { Delivery } from "../../shared/domain/webhook/delivery.ts";
import { newDelivery } from "../../shared/domain/webhook/delivery.ts";
import { claim } from "../../shared/domain/webhook/delivery-attempt.ts";
import { failureLimits, type WebhookEndpoint } from "../../shared/domain/webhook/webhook-endpoint.ts";
import { nextHint, planAttempt } from "../../shared/webhooks/attempt-plan.ts";

const now = new Date("2026-11-21T12:00:00.000Z");
const at = (seconds: number) => new Date(now.getTime() + seconds * 1000);
const endpoint: WebhookEndpoint = {
  id: "wh_01",
  account_id: "acct_01",
  mode: "live",
  url: "https://hooks.example.com/",
  events: ["*"],
  status: "active",
  created_at: now.toISOString(),
  secrets: [],
};
const fresh = newDelivery("dlv_01", { id: "evt_01", type: "driver.created" }, endpoint, now);

/** The plan after the first attempt, which took a second unless `result` says otherwise. */
function planAfter(result: Partial<AttemptResult>, of: Partial<WebhookEndpoint> = {}, random = 0.5) {
  const claimed = claim(fresh, endpoint, { token: "run", now, random });
  if (claimed.act !== "attempt") throw new Error("The delivery is not due");
  const { delivery } = claimed;
  const made = { outcome: "delivered", duration_ms: 1_000, ...result } as const;
  return planAttempt(delivery, { ...endpoint, ...of }, { lease: delivery.lease, result: made, now, random });
}
const failed = { outcome: "refused", status: 500 } as const;

test("after a success, the plan saves the delivery and nothing else", () => {
  expect(planAfter({ status: 204 })).toEqual({
    now,
    first: [],
    delivery: expect.objectContaining({ status: "delivered", delivered_at: now.toISOString() }),
    after: [],
    mail: undefined,
    hint: undefined,
  });
});

test("after a failure, the plan saves the delivery before the endpoint's count and hints at the retry", () => {
  expect(planAfter(failed)).toMatchObject({
    first: [],
    delivery: { status: "pending", failures: 1, next_attempt_at: at(5).toISOString() },
    after: [{ change: "failed", at: now.toISOString() }],
    hint: { lane: "later", due_at: at(5).toISOString() },
  });
});

test("after an attempt of more than two seconds, the plan hints at the retry in the slow lane", () => {
  const { after, hint } = planAfter({ ...failed, duration_ms: 2_001 });
  expect(after).toContainEqual({ change: "paced", slow: true });
  expect(hint?.lane).toBe("slow");
});

test("after a 410, the plan disables the endpoint first and leaves the delivery due, for the next signer to hold", () => {
  const { first, delivery, after, mail, hint } = planAfter({ ...failed, status: 410 });
  expect(first.map(({ change }) => change)).toEqual(["failed", "disabled"]);
  expect(after).toEqual([]);
  expect(mail).toEqual({ mail: "endpoint_disabled", endpoint_id: "wh_01", reason: "gone" });
  expect(delivery).toMatchObject({ status: "pending", failures: 0 });
  expect(hint).toEqual({ lane: "later", due_at: now.toISOString() });
});

test("after five days of failures, the plan disables the endpoint first too", () => {
  const { afterMs, failures } = failureLimits.disable;
  const since = new Date(now.getTime() - afterMs).toISOString();
  const plan = planAfter(failed, { failures: { since, count: failures, warned_at: since } });
  expect(plan.first).toContainEqual(expect.objectContaining({ change: "disabled", since }));
  expect(plan.mail).toMatchObject({ mail: "endpoint_disabled", reason: "failing" });
});

test("after a day of failures, the plan asks for the warning with a change that follows the delivery", () => {
  const { afterMs, failures } = failureLimits.warn;
  const since = new Date(now.getTime() - afterMs).toISOString();
  const plan = planAfter(failed, { failures: { since, count: failures } });
  expect(plan.first).toEqual([]);
  expect(plan.after.map(({ change }) => change)).toEqual(["failed", "warned"]);
  expect(plan.mail).toEqual({ mail: "endpoint_failing", endpoint_id: "wh_01", since });
});

const due = (next: Partial<Delivery>) => nextHint({ ...fresh, ...next }, now);
const in90s = at(90).toISOString();

test("the next hint covers a delivery that is due within 90 seconds, or overdue", () => {
  expect(due({ next_attempt_at: in90s })).toEqual({ lane: "later", due_at: in90s });
  expect(due({ next_attempt_at: at(-60).toISOString() })?.due_at).toBe(at(-60).toISOString());
});

test("the sweeper hints at a delivery that is due later", () => {
  expect(due({ next_attempt_at: at(91).toISOString() })).toBeUndefined();
});

test("a settled delivery needs no hint", () => {
  const { next_attempt_at: _, ...done } = fresh;
  expect(nextHint(done, now)).toBeUndefined();
});
