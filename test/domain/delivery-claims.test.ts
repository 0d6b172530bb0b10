import { describe, expect, test } from "@jest/globals";
import type { AttemptResult } from "../../shared/domain/webhook/attempt.ts";
import { type Delivery, dueAt, replayDelivery, resend } from "../../shared/domain/webhook/delivery.ts";
import { LEASE_MS, settleDelivery } from "../../shared/domain/webhook/delivery-attempt.ts";
import { judgeEndpoint } from "../../shared/domain/webhook/webhook-endpoint.ts";
import { actAt, at, attempt, claimedAt, delivered, endpoint, fresh, iso, refused } from "./delivery-steps.ts";

test("while one signer has the lease, the other does nothing", () => {
  const claimed = claimedAt(fresh, 0);
  expect(actAt(claimed, LEASE_MS / 1000 - 1).act).toBe("nothing");
  expect(dueAt(claimed)).toBe(iso(LEASE_MS / 1000));
});

test("an early hint does nothing", () => {
  expect(actAt(attempt(fresh, 0, refused), 4).act).toBe("nothing");
  expect(actAt(attempt(fresh, 0, delivered), 4_000_000).act).toBe("nothing");
});

test("a hint that is early by a clock difference is claimed", () => {
  expect(actAt(fresh, -0.4).act).toBe("attempt");
  expect(actAt(fresh, -0.6).act).toBe("nothing");
  expect(actAt(claimedAt(fresh, 0), LEASE_MS / 1000 - 0.4).act).toBe("nothing");
});

test("a result after the lease expired does not disturb the next signer", () => {
  const first = claimedAt(fresh, 0);
  const second = claimedAt(first, 60, "other");
  expect(second.attempts).toEqual([{ at: iso(0), kind: "scheduled", outcome: "lost", duration_ms: 0 }]);

  const late = { result: refused, now: at(70), random: 0.5 };
  const delivery = settleDelivery(second, first.lease, late);
  expect([delivery.lease, delivery.failures, delivery.status]).toEqual([second.lease, 0, "pending"]);
  // The attempt recorded as lost now has its outcome.
  expect(delivery.attempts.map(({ outcome }) => outcome)).toEqual(["refused"]);
});

test("an attempt that is recorded twice is listed once, in its place", () => {
  const first = claimedAt(fresh, 0);
  const once = settleDelivery(first, first.lease, { result: refused, now: at(1), random: 0.5 });
  const then = attempt(once, 10, { ...refused, status: 429 });
  const again = settleDelivery(then, first.lease, { result: refused, now: at(12), random: 0.5 });
  expect(again.attempts).toEqual(then.attempts);
  expect(again.attempts.map((each) => each.at)).toEqual([iso(0), iso(10)]);
});

test("a late success counts, and a later failure of the other attempt changes nothing", () => {
  const first = claimedAt(fresh, 0);
  const second = claimedAt(first, 60, "other");
  const success = settleDelivery(second, first.lease, { result: delivered, now: at(70), random: 0.5 });
  const then = settleDelivery(success, second.lease, { result: refused, now: at(75), random: 0.5 });
  expect([then.status, dueAt(then)]).toEqual(["delivered", null]);
  expect(then.delivered_at).toBe(iso(70));
});

test("every change has a new version, so a write based on an old one is rejected", () => {
  const versions = [fresh, claimedAt(fresh, 0), attempt(fresh, 0, refused), resend(fresh, at(0))];
  expect(versions.map((delivery) => delivery?.version)).toEqual([1, 2, 3, 2]);
});

test("three crashes are free, and the fourth counts as an attempt", () => {
  let delivery: Delivery = fresh;
  for (let i = 0; i < 4; i++) delivery = claimedAt(delivery, i * 60);
  expect([delivery.losses, delivery.failures]).toEqual([3, 0]);
  const fourth = actAt(delivery, 240);
  expect(fourth).toMatchObject({
    act: "save",
    delivery: { losses: 4, failures: 1, next_attempt_at: iso(245) },
  });
});

test("a crash does not lose a resend", () => {
  const resent = resend(attempt(fresh, 0, delivered), at(10)) as Delivery;
  const again = claimedAt(claimedAt(resent, 10), 70);
  expect([again.lease.kind, again.resends]).toEqual(["manual", [iso(10)]]);
});

test.each(["disabled", null] as const)("(%p) holds pending deliveries and drops their resends", (status) => {
  const waiting = resend(fresh, at(0)) as Delivery;
  const decided = actAt(waiting, 1, status);
  expect(decided).toMatchObject({ act: "save", delivery: { status: "held", resends: [] } });
  expect(decided.act === "save" && dueAt(decided.delivery)).toBeNull();
});

const gone: AttemptResult = { outcome: "refused", status: 410, duration_ms: 1 };

test("after a 410 the delivery is held, or due at once if disabling the endpoint failed", () => {
  const answered = attempt(fresh, 0, gone);
  expect([answered.status, dueAt(answered), answered.failures]).toEqual(["pending", iso(0), 0]);
  expect(actAt(answered, 0, "disabled")).toMatchObject({ act: "save", delivery: { status: "held" } });
  expect(actAt(answered, 0).act).toBe("attempt");
});

test.each(["timeout", "unreachable"] as const)("an incomplete 410 (%s) disables nothing", (outcome) => {
  const cutOff = { outcome, status: 410, duration_ms: 1 };
  expect(attempt(fresh, 0, cutOff)).toMatchObject({ status: "pending", failures: 1 });
  expect(judgeEndpoint(endpoint, cutOff, at(0), "evt_1").changes.map(({ change }) => change)).toEqual([
    "failed",
  ]);
});

test("a replay of a held delivery starts the schedule again", () => {
  const held = { ...attempt(fresh, 0, gone), status: "held" as const, failures: 9 };
  expect(replayDelivery(held, at(100))).toMatchObject({
    status: "pending",
    failures: 0,
    next_attempt_at: iso(100),
  });
  expect(replayDelivery(attempt(fresh, 0, delivered), at(100))).toBeUndefined();
});

describe("a replay of a pending delivery", () => {
  const waiting = attempt(fresh, 0, refused);

  test("one that waits is sent at once, and a failure leaves its schedule as it was", () => {
    const replayed = replayDelivery(waiting, at(1)) as Delivery;
    expect([waiting.next_attempt_at, dueAt(replayed)]).toEqual([iso(5), iso(1)]);
    const failed = attempt(replayed, 1, refused);
    expect([failed.failures, failed.next_attempt_at, dueAt(failed)]).toEqual([1, iso(5), iso(5)]);
    expect(dueAt(attempt(replayed, 1, delivered))).toBeNull();
  });

  test("a second replay of it, and one of a due or running attempt, sends no copy", () => {
    expect(replayDelivery(replayDelivery(waiting, at(1)) as Delivery, at(2))).toBeUndefined();
    expect(replayDelivery(fresh, at(100))).toBeUndefined();
    expect(replayDelivery(claimedAt(waiting, 5), at(6))).toBeUndefined();
  });
});
