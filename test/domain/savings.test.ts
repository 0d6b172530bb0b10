import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { paidBy, movedBy } from "../../shared/domain/ledger/entry.ts";
import { bankAmountOf, postingsOf } from "../../shared/domain/ledger/payout-entries.ts";
import { payoutFee } from "../../shared/domain/payout/payout.ts";
import { taxYearOf } from "../../shared/domain/savings/contribution.ts";
import { capIn, lawLimit, savedByAgreement } from "../../shared/domain/savings/saver.ts";
import { SavingsRule, splitOf, wishOf } from "../../shared/domain/savings/split.ts";

describe("what a payout saves", () => {
  test.each([
    ["5 % of $123.12, rounded half up", { percent: 5 }, 12_312, 616],
    ["5 % of 10 cents: half a cent", { percent: 5 }, 10, 1],
    ["4 % of 10 cents: less than half a cent", { percent: 4 }, 10, 0],
    ["half of an odd amount: not above half", { percent: 50 }, 75, 37],
    ["the cents above the last whole dollar", { cents: true as const }, 12_312, 12],
    ["the cents of a small payout: not above half", { cents: true as const }, 75, 37],
    ["no cents of whole dollars", { cents: true as const }, 12_300, 0],
  ])("is %s", (_, rule, net, saved) => expect(wishOf(rule, net)).toBe(saved));

  test.each([[0], [51], [1.5], [-1]])("is never a percentage of %p", (percent) => {
    expect(SavingsRule.safeParse({ percent }).success).toBe(false);
  });

  const rules = fc.oneof(
    fc.record({ percent: fc.integer({ min: 1, max: 50 }) }),
    fc.constant({ cents: true as const }),
  );
  const payouts = fc.record({
    amount: fc.integer({ min: 100, max: 100_000_000 }),
    method: fc.constantFrom("instant" as const, "standard" as const),
    room: fc.integer({ min: -5, max: 100_000 }),
    rule: rules,
  });

  test("leaves at least half for the bank account, and both are the net amount", () => {
    fc.assert(
      fc.property(payouts, ({ amount, method, room, rule }) => {
        const fee = payoutFee(method, amount);
        const net_amount = amount - fee;
        const split = splitOf(wishOf(rule, net_amount), room);
        const payout = { amount, fee, net_amount, savings_amount: split.amount, driver_id: "drv_1" };
        const bank = bankAmountOf({ ...payout, status: "completed" });
        expect(bank + split.amount).toBe(net_amount);
        expect(split.amount).toBeLessThanOrEqual(Math.max(0, Math.min(room, bank)));
        if ("percent" in rule && split.reason === null)
          expect(Math.abs(split.amount * 100 - net_amount * rule.percent)).toBeLessThanOrEqual(50 + 50);
        const moved = movedBy(postingsOf({ ...payout, status: "completed" }));
        expect(moved.get("driver:drv_1")).toBe(bank);
        expect(moved.get("savings_pending") ?? 0).toBe(split.amount);
        expect(paidBy(postingsOf({ ...payout, status: "completed" }))).toBe(amount);
        // Savings that have left stay: only the rest of the payout comes back.
        for (const savings_returned of [0, split.amount]) {
          const sums = movedBy(postingsOf({ ...payout, savings_returned, status: "refunded" }));
          expect(sums.get("funds") ?? 0).toBe(savings_returned - split.amount);
          expect(sums.get("savings_pending") ?? 0).toBe(split.amount - savings_returned);
        }
      }),
    );
  });

  test.each([
    ["cut to the room that is left", 100, 50, { amount: 50, reason: "limited" }],
    ["all of the room", 50, 50, { amount: 50, reason: null }],
    ["nothing without room", 100, 0, { amount: 0, reason: "limit_reached" }],
    ["nothing of a lower cap", 100, -700, { amount: 0, reason: "limit_reached" }],
    ["nothing of no cents", 0, 100, { amount: 0, reason: "nothing_to_save" }],
  ])("is %s", (_, wish, room, split) => expect(splitOf(wish, room)).toEqual(split));
});

describe("the yearly limit", () => {
  test.each([
    ["in 2026", 2026, undefined, 750_000],
    ["at 50 in that year", 2026, 2026, 860_000],
    ["at 50 before that year", 2026, 2019, 860_000],
    ["at 50 after that year", 2026, 2027, 750_000],
    ["in a year that is not published: at least the one before", 2027, undefined, 750_000],
  ])("is the law's %s", (_, year, age50, limit) => expect(lawLimit(year, age50)).toBe(limit));

  test.each([
    ["the person's own", { cap: 30_000 }, 30_000],
    ["the law's, below the person's own", { cap: 900_000 }, 750_000],
    ["the higher one from age 50", { cap: 900_000, age_50_in: 2026 }, 860_000],
    ["nothing without an own one", {}, 0],
  ])("is %s", (_, saver, cap) => expect(capIn(saver, 2026)).toBe(cap));

  test.each([
    ["2026-12-26T09:30:00.000Z", 2026],
    ["2026-12-26T23:59:59.999Z", 2026],
    ["2026-12-27T00:00:00.000Z", 2027],
    ["2026-12-28T09:30:00.000Z", 2027],
    ["2027-01-01T00:00:00.000Z", 2027],
  ])("of a payout completed at %s is that of %p, in which it is sent", (completed, year) => {
    expect(taxYearOf(completed)).toBe(year);
  });

  test("knows the part of each agreement, and no other year", () => {
    const saver = { saved_2026: 30, saved_2026_sav_1: 10, saved_2026_sav_2: 20, saved_2027_sav_1: 5 };
    expect([...savedByAgreement(saver, 2026)]).toEqual([
      ["sav_1", 10],
      ["sav_2", 20],
    ]);
  });
});
