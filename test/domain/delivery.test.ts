import { expect, test } from "@jest/globals";
import type { AttemptResult } from "../../shared/domain/webhook/attempt.ts";
import { type Delivery, deliveryId, dueAt, resend, schedules } from "../../shared/domain/webhook/delivery.ts";
import { settleDelivery } from "../../shared/domain/webhook/delivery-attempt.ts";
import { actAt, at, attempt, claimedAt, delivered, fresh, iso, refused } from "./delivery-steps.ts";

const wait = (delivery: Delivery, from: number) =>
  (Date.parse(delivery.next_attempt_at ?? "") - at(from).getTime()) / 1000;

const event = "evt_01j9z8v7w6x5y4t3s2r1q0p9n8";

test("live mode makes 15 attempts in about 71 hours, test mode 4 in 12 minutes, and a ping is posted once", () => {
  const shape = (steps: readonly number[]) => [steps[0], steps.length + 1, steps.reduce((a, b) => a + b, 0)];
  expect(shape(schedules.live)).toEqual([5, 15, 35 + 42 * 60 + 10 * 3_600 + 60 * 3_600]);
  expect(shape(schedules.test)).toEqual([5, 4, 725]);
  expect(schedules.once).toEqual([]);
});

test("the same event and endpoint give the same id, others another", async () => {
  const id = await deliveryId(event, "wh_1");
  expect(id).toMatch(/^dlv_01j9z8v7w6[0-9a-hjkmnp-tv-z]{16}$/);
  expect(await deliveryId(event, "wh_1")).toBe(id);
  expect(await deliveryId(event, "wh_2")).not.toBe(id);
  expect(await deliveryId(event.replace("n8", "n9"), "wh_1")).not.toBe(id);
});

const waitAfter = (result: AttemptResult, random: number) => wait(attempt(fresh, 0, result, random), 0);

test.each([
  [0, 4],
  [0.5, 5],
  [0.999_999, 6],
])("the wait is the step with a fifth of jitter: %d gives %d s", (random, seconds) => {
  expect(waitAfter(refused, random)).toBeCloseTo(seconds, 2);
});

test.each([
  [1, 5],
  [7, 7],
  [10, 10],
  [100_000, 10],
])("the wait follows retry-after up to twice the step: %d s gives %d s", (retry_after, seconds) => {
  expect(waitAfter({ ...refused, status: 503, retry_after }, 0.5)).toBe(seconds);
});

test("the last failure makes the delivery failed, with nothing due", () => {
  const last = { ...fresh, failures: 14 };
  const failed = attempt(last, 0, refused);
  expect([failed.status, failed.failures, dueAt(failed)]).toEqual(["failed", 15, null]);
});

test("a failed resend leaves the schedule unchanged", () => {
  const waiting = attempt(fresh, 0, refused);
  const resent = resend(waiting, at(1)) as Delivery;
  const after = attempt(resent, 1, refused);
  expect([after.next_attempt_at, after.failures, after.resends]).toEqual([waiting.next_attempt_at, 1, []]);
  expect(after.attempts.map(({ kind }) => kind)).toEqual(["scheduled", "manual"]);
});

test("a successful resend ends the schedule", () => {
  const after = attempt(resend(attempt(fresh, 0, refused), at(1)) as Delivery, 1, delivered);
  expect([after.status, dueAt(after)]).toEqual(["delivered", null]);
});

test("a delivered event can be resent, and a failure changes nothing", () => {
  const after = attempt(resend(attempt(fresh, 0, delivered), at(9)) as Delivery, 9, refused);
  expect([after.status, after.attempts.length, dueAt(after)]).toEqual(["delivered", 2, null]);
});

test("a resend during an attempt is made after it", () => {
  const claimed = claimedAt(fresh, 0);
  const resent = resend(claimed, at(1)) as Delivery;
  const delivery = settleDelivery(resent, claimed.lease, { result: delivered, now: at(2), random: 0.5 });
  expect([delivery.status, dueAt(delivery)]).toEqual(["delivered", iso(1)]);
  expect(actAt(delivery, 2)).toMatchObject({ act: "attempt", delivery: { lease: { kind: "manual" } } });
});

test("an eleventh pending resend is rejected", () => {
  let delivery: Delivery | undefined = fresh;
  for (let i = 0; i < 10 && delivery; i++) delivery = resend(delivery, at(i));
  expect(delivery?.resends).toHaveLength(10);
  expect(delivery && resend(delivery, at(10))).toBeUndefined();
});

test("twenty attempts are stored, the latest with its whole excerpt and the others with its start", () => {
  let delivery: Delivery = fresh;
  const long = { ...refused, excerpt: "é".repeat(8_192) };
  for (let i = 0; i < 30; i++) delivery = attempt(resend(delivery, at(i)) as Delivery, i, long);
  expect(delivery.attempts.map(({ excerpt }) => excerpt?.length)).toEqual([...Array(19).fill(1_024), 8_192]);
  expect(Buffer.byteLength(JSON.stringify(delivery))).toBeLessThan(64 * 1024);
});

test("an earlier excerpt is never cut in the middle of an emoji, which DynamoDB would refuse", () => {
  const cut = { ...refused, excerpt: `${"a".repeat(1_023)}🚲` };
  const delivery = attempt(attempt(fresh, 0, cut), 60, refused);
  expect(delivery.attempts[0]?.excerpt).toBe(`${"a".repeat(1_023)}\u{fffd}`);
});
