import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { firstIdAfter, idBefore, lastIdBefore, sortableId } from "../../shared/domain/ids.ts";
import { addressOf, parseAddress } from "../../shared/domain/owner.ts";
import {
  FailureCode,
  mayBe,
  type Payout,
  PayoutStatus,
  payoutTransitions,
  returnCodes,
  settlePayout,
} from "../../shared/domain/payout/payout.ts";
import { askAgainAt, settleAtOnce } from "../../shared/domain/payout/payout-rail.ts";
import { createPayout } from "../../shared/domain/payout/payout-request.ts";
import { publicPayout } from "../../shared/domain/payout/public-payout.ts";
import { failingAccounts, sandboxRail } from "../../shared/domain/payout/sandbox-rail.ts";

const NOW = new Date("2026-11-21T09:30:00.000Z");
const request = { driver_id: "drv_x", amount: 10_000, currency: "usd", method: "instant" } as const;
const account = (last4: string) => ({
  id: "ba_x",
  last4,
  bank_name: "Bank",
  account_type: "checking" as const,
  status: "verified" as const,
  created_at: NOW.toISOString(),
});

test("a payout moves only from pending to completed, failed or canceled, and from completed to refunded", () => {
  const arrows = PayoutStatus.options.flatMap((status) =>
    (["complete", "fail", "cancel", "refund"] as const)
      .filter((transition) => mayBe(transition, { status }))
      .map((transition) => `${status} > ${payoutTransitions[transition].to}`),
  );
  expect(arrows).toEqual([
    "pending > completed",
    "pending > failed",
    "pending > canceled",
    "completed > refunded",
  ]);
});

test("settling changes the status and its instant only", () => {
  const payout = createPayout(request, undefined, NOW);
  const later = new Date(NOW.getTime() + 5_000);
  const { status, completed_at, ...rest } = settlePayout(payout, "complete", later);
  expect([status, completed_at]).toEqual(["completed", later.toISOString()]);
  expect({ ...rest, status: "pending" }).toEqual(payout);
});

describe("the fee of a payout", () => {
  const fees = (payout: Payout) => {
    const { fee, fee_refunded, net_amount } = publicPayout(payout);
    return [fee, fee_refunded, net_amount];
  };
  const pending = createPayout(request, undefined, NOW);
  const completed = settlePayout(pending, "complete", NOW);

  test("it is given back when the payout fails or is canceled or refunded, and never changes", () => {
    expect([pending, completed].map(fees)).toEqual([
      [150, 0, 9_850],
      [150, 0, 9_850],
    ]);
    const returned = [
      settlePayout(pending, "fail", NOW),
      settlePayout(pending, "cancel", NOW),
      settlePayout(completed, "refund", NOW),
    ];
    for (const payout of returned) expect(fees(payout)).toEqual([150, 150, 9_850]);
  });

  test("each status has its own instant", () => {
    const later = new Date(NOW.getTime() + 5_000).toISOString();
    const at = new Date(later);
    expect(publicPayout(settlePayout(pending, "fail", at, "account_frozen"))).toMatchObject({
      failed_at: later,
      failure_code: "account_frozen",
      completed_at: null,
    });
    expect(publicPayout(settlePayout(pending, "cancel", at))).toMatchObject({
      canceled_at: later,
      failed_at: null,
    });
    expect(publicPayout(settlePayout(completed, "refund", at))).toMatchObject({
      completed_at: NOW.toISOString(),
      refunded_at: later,
    });
  });
});

const payout = createPayout(request, undefined, NOW);
const past = (ms: number) => new Date(NOW.getTime() + ms);

test("the next request is at its chosen time, at least a fiftieth of the payout's age away", () => {
  const day = 24 * 60 * 60 * 1_000;
  const [hour, minute] = [past(day + 60 * 60_000), past(day + 60_000)].map((at) => at.toISOString());
  expect(askAgainAt(payout, String(hour), past(day))).toBe(hour);
  expect(askAgainAt(payout, String(minute), past(day))).toBe(past(day + day / 50).toISOString());
  expect(askAgainAt(payout, NOW.toISOString(), NOW)).toBe(past(1_000).toISOString());
});

test("requests continue for a century within Step Functions' event limit", () => {
  const century = past(100 * 365 * 24 * 60 * 60 * 1_000).toISOString();
  let [at, asked] = [NOW.toISOString(), 0];
  for (; at < century; asked++) at = askAgainAt(payout, at, new Date(at));
  // Wait, call and choose make nine of the 25,000 events.
  expect(asked * 9).toBeLessThan(25_000 / 2);
  expect(asked).toBeLessThan(1_000);
});

describe("the sandbox rail", () => {
  const settled = (method: "instant" | "standard", last4?: string) =>
    settleAtOnce(
      sandboxRail,
      createPayout({ ...request, method }, last4 ? account(last4) : undefined, NOW),
      NOW,
    );
  const later = (seconds: number) => new Date(NOW.getTime() + seconds * 1000).toISOString();

  test.each([
    ["instant", undefined, "completed", undefined],
    ["instant", "6789", "completed", undefined],
    ["instant", "1116", "failed", undefined],
    ["instant", "0009", "completed", later(120)],
    ["standard", undefined, "pending", later(60)],
    ["standard", "2227", "pending", later(60)],
  ] as const)("an %s payout to %s becomes %s, with the next step at %s", (method, last4, status, wakeAt) => {
    const { payout, wakeAt: at } = settled(method, last4);
    expect([payout.status, at]).toEqual([status, wakeAt]);
  });

  test("a payout shows the bank account that it pays, and never its digits", () => {
    const shown = publicPayout(createPayout(request, account("6789"), NOW));
    expect([shown.bank_account_id, JSON.stringify(shown).includes("6789")]).toEqual(["ba_x", false]);
    expect(publicPayout(createPayout(request, undefined, NOW)).bank_account_id).toBeNull();
  });

  test("each of the ten return reasons has a bank account that causes it, and a code of the ACH network", () => {
    expect(Object.values(failingAccounts).sort()).toEqual([...FailureCode.options].sort());
    expect(FailureCode.options).toHaveLength(10);
    for (const [ending, code] of Object.entries(failingAccounts)) {
      expect(settled("instant", ending).payout).toMatchObject({ status: "failed", failure_code: code });
      if (ending.startsWith("00")) expect(returnCodes[code]).toBe(`R${ending.slice(2)}`);
    }
  });

  test("with a rail that foresees nothing, a payout stays pending and the rail is asked at once", () => {
    const { payout, wakeAt } = settleAtOnce(
      { next: async () => null, cancel: async () => true },
      createPayout(request, undefined, NOW),
      NOW,
    );
    expect([payout.status, wakeAt]).toEqual(["pending", NOW.toISOString()]);
  });
});

const anyInstant = fc.date({ min: new Date(1), max: new Date("2200-01-01"), noInvalidDate: true });

test("a range excludes its instants, to the millisecond", () => {
  fc.assert(
    fc.property(anyInstant, fc.integer({ min: -2, max: 2 }), (at, ms) => {
      const id = sortableId("pay_", new Date(Math.max(1, at.getTime() + ms)));
      const moved = Math.max(1, at.getTime() + ms) - at.getTime();
      expect(id >= firstIdAfter("pay_", at.toISOString())).toBe(moved > 0);
      expect(id <= lastIdBefore("pay_", at.toISOString())).toBe(moved < 0);
    }),
  );
});

test("an instant between two milliseconds separates them", () => {
  const [before, after] = ["2026-11-21T09:30:00.123Z", "2026-11-21T09:30:00.124Z"].map((at) =>
    sortableId("pay_", new Date(at)),
  );
  const between = "2026-11-21T09:30:00.1234567Z";
  expect([before, after].map((id = "") => id >= firstIdAfter("pay_", between))).toEqual([false, true]);
  expect([before, after].map((id = "") => id <= lastIdBefore("pay_", between))).toEqual([true, false]);
});

test("the id before an id is the greatest smaller one", () => {
  expect(idBefore("pay_0010")).toBe("pay_000z");
  expect(idBefore("pay_00a1")).toBe("pay_00a0");
  expect(idBefore("pay_0100")).toBe("pay_00zz");
});

test("an address parses back to its owner and id", () => {
  const owner = { account_id: "acct_x", mode: "live" as const };
  expect(parseAddress(addressOf(owner, "pay_y"))).toEqual({ owner, id: "pay_y" });
});
