import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { firstIdAfter, idBefore, lastIdBefore, sortableId } from "../../shared/domain/item/ids.ts";
import { addressOf, parseAddress } from "../../shared/domain/item/owner.ts";
import {
  FailureCode,
  mayBe,
  type Payout,
  PayoutStatus,
  payoutTransitions,
  returnCodes,
  settlePayout,
} from "../../shared/domain/payout/payout.ts";
import { askAgainAt, hasHint, settleAtOnce } from "../../shared/domain/payout/payout-rail.ts";
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

const fees = (payout: Payout) => {
  const { fee, fee_refunded, net_amount } = publicPayout(payout);
  return [fee, fee_refunded, net_amount];
};
const pending = createPayout(request, undefined, NOW);
const completed = settlePayout(pending, "complete", NOW);

test("the fee is given back when the payout fails or is canceled or refunded, and never changes", () => {
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

test("each status of a payout has its own instant", () => {
  const at = new Date(NOW.getTime() + 5_000);
  const moved = [
    settlePayout(pending, "fail", at),
    settlePayout(pending, "cancel", at),
    settlePayout(completed, "refund", at),
  ].map(publicPayout);
  expect(
    moved.map((each) => [each.completed_at, each.failed_at, each.canceled_at, each.refunded_at]),
  ).toEqual([
    [null, at.toISOString(), null, null],
    [null, null, at.toISOString(), null],
    [NOW.toISOString(), null, null, at.toISOString()],
  ]);
});

const payout = createPayout(request, undefined, NOW);
const past = (ms: number) => new Date(NOW.getTime() + ms);

const MINUTE = 60_000;
const DAY = 1_440 * MINUTE;

test.each([
  ["a payout's first second", 0, 0, 1_000],
  ["an instant that the rail names, if it is later", MINUTE, 5 * MINUTE, 5 * MINUTE],
  ["a quarter of its age", 20 * MINUTE, MINUTE, 5 * MINUTE],
  ["two hours", DAY, MINUTE, 120 * MINUTE],
])("a rail is asked again after %s at the earliest", (_, age, inMs, expected) => {
  const now = past(age);
  expect(askAgainAt(payout, past(age + inMs).toISOString(), now)).toBe(past(age + expected).toISOString());
});

test("a rail that decides after four days is asked some 73 times, and never between two sweeps once no hint is left", () => {
  const waits: number[] = [];
  for (let at = past(MINUTE).toISOString(); Date.parse(at) < past(4 * DAY).getTime(); ) {
    waits.push(Date.parse(at) - NOW.getTime());
    at = askAgainAt(payout, at, new Date(at));
  }
  // The instant of the first hint, and fractions of a millisecond, decide on one more or less.
  expect(Math.abs(waits.length - 73)).toBeLessThan(3);
  const late = waits.filter((at) => !hasHint(payout.id, past(at).toISOString()));
  expect(Math.min(...late.map((at) => at - (waits[waits.indexOf(at) - 1] ?? 0)))).toBeGreaterThan(135_000);
});

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
  const payout = settled(method, last4);
  expect([payout.status, payout.due_at]).toEqual([status, wakeAt]);
});

test("a payout shows the bank account that it pays, and never its digits", () => {
  const shown = publicPayout(createPayout(request, account("6789"), NOW));
  expect([shown.bank_account_id, JSON.stringify(shown).includes("6789")]).toEqual(["ba_x", false]);
  expect(publicPayout(createPayout(request, undefined, NOW)).bank_account_id).toBeNull();
});

test("each of the ten return reasons has a bank account that causes it, and a code of the ACH network", () => {
  const named = FailureCode.options.filter((code) => code !== "returned_by_bank");
  expect(Object.values(failingAccounts).sort()).toEqual(named.sort());
  expect(named).toHaveLength(10);
  for (const [ending, code] of Object.entries(failingAccounts)) {
    expect(settled("instant", ending)).toMatchObject({ status: "failed", failure_code: code });
    if (ending.startsWith("00")) expect(returnCodes[code]).toBe(`R${ending.slice(2)}`);
  }
});

test("with a rail that foresees nothing, a payout stays pending and the rail is asked at once", () => {
  const payout = settleAtOnce(
    { next: async () => [null], cancel: async () => true },
    createPayout(request, undefined, NOW),
    NOW,
  );
  expect([payout.status, payout.due_at]).toEqual(["pending", NOW.toISOString()]);
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
