import { expect, test } from "@jest/globals";
import { monthsOf } from "../../shared/domain/earnings/earnings.ts";
import { quarterOf } from "../../shared/domain/tax/tax-periods.ts";
import { taxSums } from "../../shared/domain/tax/tax-sums.ts";
import { amounts, rulesOf, taxOf } from "./quarterly-steps.ts";

test("a steady year has four equal payments, which add up to its tax", () => {
  // $4,000 a month; each period makes a year of $48,000. Net earnings 44,328.00; SE tax 5,496.67 + 1,285.51
  // = 6,782.18; half 3,391.09. 48,000 - 3,391.09 - 16,100 = 28,508.91; income tax 1,240 + 12% of 16,108.91
  // = 3,173.07. Tax 9,955.25: 2,488.81, 4,977.63, 7,466.44, 9,955.25.
  const steady = [{ gross: 12_000 }, { gross: 8_000 }, { gross: 12_000 }, { gross: 16_000 }];
  expect(amounts(2026, steady)).toEqual([2_488.81, 2_488.82, 2_488.81, 2_488.81]);
  expect(taxOf(2026, steady)).toBe(9_955.25);
  // 2025: 48,000 - 3,391.09 - 15,750 = 28,858.91; income tax 1,192.50 + 12% of 16,933.91 = 3,224.57.
  // Tax 10,006.75: 2,501.69, 5,003.38, 7,505.06, 10,006.75.
  expect(amounts(2025, steady)).toEqual([2_501.69, 2_501.69, 2_501.68, 2_501.69]);
  expect(taxOf(2025, steady)).toBe(10_006.75);
});

test.each([
  ["2025-12-31", [0, 0, 0, 0]],
  ["2026-01-01", [2_488.81, 0, 0, 0]],
  ["2026-03-31", [2_488.81, 0, 0, 0]],
  ["2026-04-01", [2_488.81, 2_488.82, 0, 0]],
  ["2026-06-01", [2_488.81, 2_488.82, 2_488.81, 0]],
  ["2026-09-01", [2_488.81, 2_488.82, 2_488.81, 2_488.81]],
])("on %s the payments are %p: a period that has not begun is 0", (today, expected) => {
  const steady = [{ gross: 12_000 }, { gross: 8_000 }, { gross: 12_000 }, { gross: 16_000 }];
  expect(amounts(2026, steady, today)).toEqual(expected);
});

test.each([
  ["01-01", "Q1"],
  ["03-31", "Q1"],
  ["04-01", "Q2"],
  ["05-31", "Q2"],
  ["06-01", "Q3"],
  ["08-31", "Q3"],
  ["09-01", "Q4"],
  ["12-31", "Q4"],
])("%s is in the period of %s", (day, q) => expect(quarterOf(`2026-${day}`)).toBe(q));

test("a day's earnings count in its period alone", () => {
  const days = ["03-31", "04-01", "05-31", "06-01", "08-31", "09-01", "12-31"];
  const rows = days.map((day, i) => ({ date: `2026-${day}`, pay: 10 ** i, tips: 0, miles: 0, count: 1 }));
  const none = { phone_data: 0, supplies: 0 };
  const logged = { miles: {}, expenses: { Q1: none, Q2: none, Q3: none, Q4: none } };
  const sums = taxSums(rulesOf(2026), monthsOf("uber", rows), logged);
  expect(sums.map(({ gross }) => gross)).toEqual([1, 110, 11_000, 1_100_000]);
});
