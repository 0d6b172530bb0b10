import { expect, test } from "@jest/globals";
import { quarterOf } from "../../shared/domain/tax/tax-periods.ts";
import { amounts, taxOf } from "./quarterly-steps.ts";

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

test("a season from June on pays nothing before", () => {
  // $20,000 by 31 August makes a year of $30,000. Net earnings 27,705.00; SE tax 3,435.42 + 803.45 =
  // 4,238.87; half 2,119.44. 30,000 - 2,119.44 - 15,750 = 12,130.56; income tax 1,192.50 + 12% of 205.56 =
  // 1,217.17. Tax 5,456.04, of it 75% = 4,092.03.
  const summer = [{}, {}, { gross: 20_000 }, { gross: 10_000 }];
  expect(amounts(2025, summer)).toEqual([0, 0, 4_092.03, 1_364.01]);
  expect(taxOf(2025, summer)).toBe(5_456.04);
  // 2026: 30,000 - 2,119.44 - 16,100 = 11,780.56; income tax 10% = 1,178.06. Tax 5,416.93: 75% 4,062.70.
  expect(amounts(2026, summer)).toEqual([0, 0, 4_062.7, 1_354.23]);
  expect(taxOf(2026, summer)).toBe(5_416.93);
});

test("income of one period only can pay more than the year's tax", () => {
  // $10,000 by 31 March makes years of $40,000, $24,000, $15,000 and $10,000.
  // 40,000: SE tax 4,580.56 + 1,071.26; half 2,825.91; 21,074.09 taxed 2,280.89. Tax 7,932.71: 1,983.18.
  // 24,000: SE tax 2,748.34 + 642.76; half 1,695.55; 6,204.45 taxed 620.45. Tax 4,011.55: 2,005.78.
  // 15,000: SE tax 1,717.71 + 401.72; nothing taxed. Tax 2,119.43: 1,589.57. 10,000: tax 1,412.96.
  const oneOff = [{ gross: 10_000 }, {}, {}, {}];
  expect(amounts(2026, oneOff)).toEqual([1_983.18, 22.6, 0, 0]);
  expect(taxOf(2026, oneOff)).toBe(1_412.96);
  // 2025: 40,000: 21,424.09 taxed 1,192.50 + 12% of 9,499.09 = 2,332.39. Tax 7,984.21: 1,996.05.
  // 24,000: 6,554.45 taxed 655.45. Tax 4,046.55: 2,023.28. The others have no income tax in 2025 either.
  expect(amounts(2025, oneOff)).toEqual([1_996.05, 27.23, 0, 0]);
  expect(taxOf(2025, oneOff)).toBe(1_412.96);
});

test.each([2025, 2026])("a year of losses, %i, pays nothing", (year) => {
  const losses = [{ gross: 5_000, expenses: 9_000 }, { gross: 1_000, expenses: 4_000 }, {}, { gross: 6_000 }];
  expect(amounts(year, losses)).toEqual([0, 0, 0, 0]);
  expect(taxOf(year, losses)).toBe(0);
});

test("a first loss lowers the payments after it", () => {
  // Profits through the periods: -2,000; 5,000 of a year of 12,000; 16,000 of 24,000; 24,000.
  // 12,000: SE tax 1,374.17 + 321.38 = 1,695.55; nothing taxed; 50% 847.78.
  // 24,000: SE tax 3,391.10; half 1,695.55; 6,554.45 taxed 655.45. Tax 4,046.55, 75% 3,034.91.
  const recovering = [
    { gross: 3_000, expenses: 5_000 },
    { gross: 12_000, expenses: 5_000 },
    { gross: 15_000, expenses: 4_000 },
    { gross: 10_000, expenses: 2_000 },
  ];
  expect(amounts(2025, recovering)).toEqual([0, 847.78, 2_187.13, 1_011.64]);
  expect(taxOf(2025, recovering)).toBe(4_046.55);
});

test("the full cap on tips applies to the annualized tips", () => {
  // A year of $60,000 with tips of $30,000: SE tax 6,870.84 + 1,606.89 = 8,477.73; half 4,238.87.
  // 55,761.13 - 25,000 - 16,100 = 14,661.13 taxed 1,511.34. Tax 9,989.07, 25% 2,497.27.
  const [first] = amounts(2026, [{ gross: 15_000, tips: 7_500 }, {}, {}, {}]);
  expect(first).toBe(2_497.27);
});

test("the full wage base applies to the annualized profit", () => {
  // A year of $240,000: net earnings 221,640.00; 12.4% of 184,500 = 22,878.00; 6,427.56; half 14,652.78;
  // 0.9% of 21,640 = 194.76. 209,247.22 taxed 41,024 + 32% of 7,472.22 = 43,415.11. Tax 72,915.43.
  const [first] = amounts(2026, [{ gross: 60_000 }, {}, {}, {}]);
  expect(first).toBe(18_228.86);
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

test("a late entry of a past period changes its payment", () => {
  const [before] = amounts(2026, [{ gross: 12_000 }, {}, {}, {}]);
  const [after] = amounts(2026, [{ gross: 12_000, expenses: 2_000 }, {}, {}, {}]);
  // A year of $40,000: tax 7,932.71.
  expect([before, after]).toEqual([2_488.81, 1_983.18]);
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
