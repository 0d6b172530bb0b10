import { describe, expect, test } from "@jest/globals";
import type { AttemptResult } from "../../shared/domain/webhook/attempt.ts";
import {
  type Delivery,
  deliveryId,
  dueAt,
  newDelivery,
  replayDelivery,
  resend,
  schedules,
} from "../../shared/domain/webhook/delivery.ts";
import { claim, LEASE_MS, settleDelivery } from "../../shared/domain/webhook/delivery-attempt.ts";
import { judgeEndpoint, type WebhookEndpoint } from "../../shared/domain/webhook/webhook-endpoint.ts";

const start = Date.parse("2026-11-21T00:00:00.000Z");
const at = (seconds: number) => new Date(start + seconds * 1000);
const iso = (seconds: number) => at(seconds).toISOString();
const endpoint: WebhookEndpoint = {
  id: "wh_1",
  account_id: "acct_1",
  mode: "live",
  url: "https://hooks.example.com/",
  events: ["*"],
  status: "active",
  created_at: iso(0),
  secrets: [],
};
const fresh = newDelivery("dlv_1", { id: "evt_1", type: "driver.created" }, endpoint, at(0));
const refused: AttemptResult = { outcome: "refused", status: 500, duration_ms: 10, excerpt: "no" };
const delivered: AttemptResult = { outcome: "delivered", status: 200, duration_ms: 10, excerpt: "" };

/** Claims and settles at once without jitter, as a healthy signer does. */
function attempt(delivery: Delivery, seconds: number, result: AttemptResult, random = 0.5): Delivery {
  const claimed = claimedAt(delivery, seconds);
  return settleDelivery(claimed, claimed.lease, { result, now: at(seconds), random });
}
function claimedAt(delivery: Delivery, seconds: number, token = "mine") {
  const decided = claim(delivery, endpoint, { token, now: at(seconds), random: 0.5 });
  if (decided.act !== "attempt") throw new Error(`It was ${decided.act}`);
  return decided.delivery;
}
const actAt = (delivery: Delivery, seconds: number, status: "active" | "disabled" | null = "active") =>
  claim(delivery, status ? { status } : undefined, { token: "t", now: at(seconds), random: 0.5 });
const wait = (delivery: Delivery, from: number) =>
  (Date.parse(delivery.next_attempt_at ?? "") - at(from).getTime()) / 1000;

test("the schedules match the documentation: 15 live attempts in about 71 hours, 4 in test mode, one for a ping", () => {
  const minute = 60;
  const hour = 3_600;
  expect(schedules.live).toEqual([
    ...[5, 30, 2 * minute, 10 * minute, 30 * minute, hour, 3 * hour, 6 * hour],
    ...[10, 10, 10, 10, 10, 10].map((hours) => hours * hour),
  ]);
  expect(schedules.live.length + 1).toBe(15);
  expect(Math.round(schedules.live.reduce((sum, step) => sum + step, 0) / hour)).toBe(71);
  expect(schedules.test).toEqual([5, 2 * minute, 10 * minute]);
  expect(newDelivery("dlv_1", { id: "evt_1", type: "ping" }, endpoint, at(0)).schedule).toBe("once");
});

describe("delivery ids", () => {
  const event = "evt_01j9z8v7w6x5y4t3s2r1q0p9n8";

  test("the same event and endpoint give the same id, others another", async () => {
    const id = await deliveryId(event, "wh_1");
    expect(id).toMatch(/^dlv_01j9z8v7w6[0-9a-hjkmnp-tv-z]{16}$/);
    expect(await deliveryId(event, "wh_1")).toBe(id);
    expect(await deliveryId(event, "wh_2")).not.toBe(id);
    expect(await deliveryId(event.replace("n8", "n9"), "wh_1")).not.toBe(id);
  });
});

describe("waits after a failure", () => {
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
});

describe("two signers with one delivery", () => {
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
    expect(again.attempts.map((one) => one.at)).toEqual([iso(0), iso(10)]);
  });

  test("a late success counts, whatever the other attempt's outcome", () => {
    const first = claimedAt(fresh, 0);
    const second = claimedAt(first, 60, "other");
    const success = settleDelivery(second, first.lease, { result: delivered, now: at(70), random: 0.5 });
    const then = settleDelivery(success, second.lease, {
      result: refused,
      now: at(75),
      random: 0.5,
    });
    expect([then.status, dueAt(then)]).toEqual(["delivered", null]);
    expect(then.delivered_at).toBe(iso(70));
  });

  test("every change has a new version, so a write based on an old one is rejected", () => {
    const versions = [fresh, claimedAt(fresh, 0), attempt(fresh, 0, refused), resend(fresh, at(0))];
    expect(versions.map((one) => one?.version)).toEqual([1, 2, 3, 2]);
  });
});

describe("a crashed signer", () => {
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
    const asked = resend(attempt(fresh, 0, delivered), at(10)) as Delivery;
    const again = claimedAt(claimedAt(asked, 10), 70);
    expect([again.lease.kind, again.resends]).toEqual(["manual", [iso(10)]]);
  });
});

describe("a disabled endpoint", () => {
  test.each(["disabled", null] as const)(
    "(%p) holds pending deliveries and drops their resends",
    (status) => {
      const waiting = resend(fresh, at(0)) as Delivery;
      const decided = actAt(waiting, 1, status);
      expect(decided).toMatchObject({ act: "save", delivery: { status: "held", resends: [] } });
      expect(decided.act === "save" && dueAt(decided.delivery)).toBeNull();
    },
  );

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
    expect(judgeEndpoint(endpoint, cutOff, at(0)).changes.map(({ change }) => change)).toEqual(["failed"]);
  });

  test("a replay of a held delivery starts the schedule again", () => {
    const held = { ...attempt(fresh, 0, gone), status: "held" as const, failures: 9 };
    expect(replayDelivery(held, at(100))).toMatchObject({
      status: "pending",
      failures: 0,
      next_attempt_at: iso(100),
    });
    expect(replayDelivery(fresh, at(100))).toBeUndefined();
    expect(replayDelivery(attempt(fresh, 0, delivered), at(100))).toBeUndefined();
  });
});

describe("resends", () => {
  test("a failed resend leaves the schedule unchanged", () => {
    const waiting = attempt(fresh, 0, refused);
    const asked = resend(waiting, at(1)) as Delivery;
    const after = attempt(asked, 1, refused);
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
    const asked = resend(claimed, at(1)) as Delivery;
    const delivery = settleDelivery(asked, claimed.lease, {
      result: delivered,
      now: at(2),
      random: 0.5,
    });
    expect([delivery.status, dueAt(delivery)]).toEqual(["delivered", iso(1)]);
    expect(actAt(delivery, 2)).toMatchObject({ act: "attempt", delivery: { lease: { kind: "manual" } } });
  });

  test("an eleventh pending resend is rejected", () => {
    let delivery: Delivery | undefined = fresh;
    for (let i = 0; i < 10 && delivery; i++) delivery = resend(delivery, at(i));
    expect(delivery?.resends).toHaveLength(10);
    expect(delivery && resend(delivery, at(10))).toBeUndefined();
  });
});

test("twenty attempts are stored, the latest with its whole excerpt and the others with its start", () => {
  let delivery: Delivery = fresh;
  const long = { ...refused, excerpt: "é".repeat(8_192) };
  for (let i = 0; i < 30; i++) delivery = attempt(resend(delivery, at(i)) as Delivery, i, long);
  expect(delivery.attempts.map(({ excerpt }) => excerpt?.length)).toEqual([...Array(19).fill(1_024), 8_192]);
  expect(Buffer.byteLength(JSON.stringify(delivery))).toBeLessThan(64 * 1024);
});
