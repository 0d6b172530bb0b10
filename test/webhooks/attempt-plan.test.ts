import { expect, test } from "@jest/globals";
import type { AttemptResult } from "../../shared/domain/webhook/attempt.ts";
import { claim } from "../../shared/domain/webhook/delivery-attempt.ts";
import { failureLimits, type WebhookEndpoint } from "../../shared/domain/webhook/webhook-endpoint.ts";
import { nextHint, planAttempt } from "../../shared/webhooks/attempt-plan.ts";
import { at, endpoint, fresh } from "../domain/delivery-steps.ts";

const now = at(0);
/** The plan after the first attempt, which took a second unless `result` says otherwise. */
function planAfter(result: Partial<AttemptResult>, of: Partial<WebhookEndpoint> = {}, random = 0.5) {
  const claimed = claim(fresh, endpoint, { token: "run", now, random });
  if (claimed.act !== "attempt") throw new Error("The delivery is not due");
  const { delivery } = claimed;
  const outcome = { outcome: "delivered", duration_ms: 1_000, ...result } as const;
  return planAttempt(
    delivery,
    { ...endpoint, ...of },
    { lease: delivery.lease, result: outcome, now, random },
  );
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
  expect(mail).toMatchObject({ mail: "endpoint_disabled", endpoint_id: "wh_1", reason: "gone" });
  expect(mail).toHaveProperty("failed.reason", "refused: the receiver answered 410");
  expect(delivery).toMatchObject({ status: "pending", failures: 0 });
  expect(hint).toEqual({ lane: "later", due_at: now.toISOString() });
});

test.each([
  ["disables the endpoint first", "disable", "first", "endpoint_disabled"],
  ["warns with a change that follows the delivery", "warn", "after", "endpoint_failing"],
] as const)("after days of failures, the plan %s", (_, limit, place, mail) => {
  const { afterMs, failures } = failureLimits[limit];
  const since = new Date(now.getTime() - afterMs).toISOString();
  const warned = limit === "disable" ? { warned_at: since } : {};
  const plan = planAfter(failed, { failures: { since, count: failures, ...warned } });
  expect(plan[place]).toContainEqual(expect.objectContaining({ since }));
  expect(plan[place === "first" ? "after" : "first"]).toEqual([]);
  expect(plan.mail).toMatchObject({ mail, endpoint_id: "wh_1" });
});

test.each([
  ["overdue", -60, -60],
  ["due within 90 seconds", 90, 90],
  ["due later, at which the sweeper hints", 91, undefined],
  ["settled", undefined, undefined],
])("the next hint of a delivery that is %s", (_, due, hinted) => {
  const next_attempt_at = due === undefined ? undefined : at(due).toISOString();
  expect(nextHint({ ...fresh, next_attempt_at }, now)?.due_at).toBe(
    hinted === undefined ? undefined : at(hinted).toISOString(),
  );
});
