import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { plusDays } from "../../shared/domain/time/day.ts";
import { ownerSums, type Posting } from "../../shared/domain/ledger/entry.ts";
import { moneyDays } from "../../shared/domain/ledger/money-days.ts";

const entry = (...postings: [from: string, to: string, amount: number][]) =>
  ownerSums({
    type: "funding",
    postings: postings.map(([from, to, amount]) => ({ from, to, amount }) as Posting),
  });

test("a day shows what was funded, what payouts took, and their fees", () => {
  const sums = new Map([
    ["2026-03-01", entry(["outside", "funds", 10_000])],
    [
      "2026-03-02",
      entry(["funds", "pending", 500], ["pending", "driver:drv_1", 470], ["pending", "fees", 30]),
    ],
    ["2026-03-04", entry(["driver:drv_1", "funds", 470], ["fees", "funds", 30], ["funds", "outside", 100])],
  ]);
  const days = moneyDays(9_900, sums, { today: "2026-03-04", days: 5 });
  expect(days.map(({ day, isMoved, ...cents }) => [day, isMoved, ...Object.values(cents)])).toEqual([
    // opening, funded, fees, closing, payouts
    ["2026-02-28", false, 0, 0, 0, 0, 0],
    ["2026-03-01", true, 0, 10_000, 0, 10_000, 0],
    ["2026-03-02", true, 10_000, 0, -30, 9_500, -470],
    ["2026-03-03", false, 9_500, 0, 0, 9_500, 0],
    ["2026-03-04", true, 9_500, -100, 30, 9_900, 470],
  ]);
});

test("each day adds up, and opens with what the day before closed with", () => {
  const account = fc.constantFrom("outside", "funds", "pending", "fees", "driver:drv_1", "held");
  const posting = fc
    .tuple(account, account, fc.integer({ min: 1, max: 1e9 }))
    .filter(([from, to]) => from !== to);
  const moves = fc.array(fc.tuple(fc.integer({ min: 0, max: 9 }), posting), { maxLength: 40 });
  fc.assert(
    fc.property(fc.integer({ min: -1e9, max: 1e12 }), moves, (available, moved) => {
      const today = "2026-03-09";
      const byDay = Map.groupBy(moved, ([ago]) => plusDays(today, -ago));
      const sums = new Map(
        [...byDay].map(([day, postings]) => [day, entry(...postings.map(([, each]) => each))]),
      );
      const days = moneyDays(available, sums, { today, days: 10 });
      expect(days.at(-1)).toMatchObject({ day: today, closing: available });
      days.forEach(({ day, opening, funded, payouts, fees, closing }, i) => {
        expect([day, opening + funded + payouts + fees]).toEqual([day, closing]);
        if (i > 0) expect([day, opening]).toEqual([day, days[i - 1]?.closing]);
      });
    }),
  );
});
