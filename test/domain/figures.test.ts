import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { monthsOf } from "../../shared/domain/earnings/earnings.ts";
import { logMileage, mileageAddition, mileageDeduction } from "../../shared/domain/tax/mileage.ts";
import { taxSums } from "../../shared/domain/tax/tax-sums.ts";
import { taxSummary } from "../../shared/domain/tax/tax-summary.ts";
import { published } from "../../shared/domain/tax/years/published.ts";
import {
  figureOf,
  missingFigures,
  taxRules,
  yearToPrepare,
} from "../../shared/domain/tax/years/tax-rules.ts";
import type { MileageRate, YearFigures } from "../../shared/domain/tax/years/tax-year.ts";

const FOLDER = join(import.meta.dirname, "..", "..", "shared", "domain", "tax", "years");

describe("the files of the years", () => {
  test("are all in the printed list, in order", () => {
    const inFolder = readdirSync(FOLDER).flatMap((file) => /^tax-year-(\d{4})\.ts$/.exec(file)?.[1] ?? []);
    const command = "run `npm run docs:figures`";
    expect({ command, years: published.map(({ year }) => String(year)) }).toEqual({
      command,
      years: inFolder.sort(),
    });
  });

  test("have a source and a day for each figure, and rates from January on", () => {
    for (const { year, ...figures } of published as readonly YearFigures[])
      for (const [name, figure] of Object.entries(figures)) {
        expect([year, name, figure.source.length > 5]).toEqual([year, name, true]);
        expect([year, name, figure.published]).toEqual([
          year,
          name,
          expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
        ]);
      }
    for (const { year, mileage } of published as readonly YearFigures[]) {
      expect(() => taxRules(year)).not.toThrow();
      const begin = mileage?.value.map(({ from }) => from) ?? [];
      for (const from of begin) expect(from).toMatch(new RegExp(`^${year}-`));
      if (begin.length > 0) expect(begin[0]).toBe(`${year}-01-01`);
    }
  });

  test("with a rate that begins within a month are refused, because the sums of drivers are by month", () => {
    const value = ["2028-01-01", "2028-07-15"].map((from) => ({ from, tenthsOfCent: 1 }) as MileageRate);
    const files = [...published, { year: 2028, mileage: { value, source: "IRS", published: "2028-07-01" } }];
    expect(() => taxRules(2028, files)).toThrow("of 2028-07-15 begins within a month");
  });
});

test("a figure that is not published is of the newest earlier year, and named", () => {
  const rules = taxRules(2031);
  expect(rules.socialSecurityWageBase).toBe(figureOf("socialSecurityWageBase", 2031).value);
  expect(rules.mileage).toHaveLength(1);
  expect(rules.provisional).toContain("mileage_rate");
  expect(taxRules(2026).provisional).toEqual([]);
});

test("the deduction of tips ends with 2028, and its figures are the law's until then", () => {
  expect([2024, 2025, 2028, 2029, 2040].map((year) => taxRules(year).tips.cap)).toEqual([
    0, 25_000, 25_000, 0, 0,
  ]);
  for (const year of [2026, 2027, 2028, 2029, 2040])
    expect(taxRules(year).provisional).not.toContain("tips_exemption");
});

test("a year lacks the figures that no file has, and no figure of a later law", () => {
  expect(missingFigures(2026)).toEqual([]);
  expect(missingFigures(2031)).toContain("mileage_rate");
  expect(missingFigures(2025)).not.toContain("roth_ira_limits");
});

test.each([
  ["2026-09-30", 2026],
  ["2026-10-01", 2027],
  ["2026-12-31", 2027],
  ["2027-01-01", 2027],
])("on %s the figures of %d must be there", (day, year) => expect(yearToPrepare(day)).toBe(year));

const YEAR = 2027;
const twoDigits = (n: number) => String(n).padStart(2, "0");
const anyMonth = fc.integer({ min: 1, max: 12 });
const anyDrive = fc.record({
  month: anyMonth,
  day: fc.integer({ min: 1, max: 28 }),
  hundredths: fc.integer({ min: 1, max: 100_000 }),
});
const anyRate = fc.record({ month: anyMonth, tenthsOfCent: fc.integer({ min: 1, max: 999 }) });
/** The first rate of a year begins in January. */
const anyRates = fc
  .uniqueArray(anyRate, { minLength: 1, maxLength: 4, selector: ({ month }) => month })
  .map((rates) => rates.sort((a, b) => a.month - b.month))
  .map(([first, ...later]) => [{ ...first, month: 1 } as { month: number; tenthsOfCent: number }, ...later]);

test("with any rates, a drive is deducted at the newest rate that had begun by its month", () => {
  fc.assert(
    fc.property(fc.array(anyDrive, { maxLength: 12 }), anyRates, (drives, rates) => {
      const value = rates.map(({ month, tenthsOfCent }) => ({
        from: `${YEAR}-${twoDigits(month)}-01` as MileageRate["from"],
        tenthsOfCent,
      }));
      const mileage = { value, source: "IRS", published: "2027-01-01" };
      const files = published.map((file) => (file.year === YEAR ? { ...file, mileage } : file));
      const rules = taxRules(YEAR, files as YearFigures[]);
      const miles: Record<string, number> = {};
      let exact = 0;
      for (const { month, day, hundredths } of drives) {
        const date = `${YEAR}-${twoDigits(month)}-${twoDigits(day)}`;
        const entry = logMileage({ miles: hundredths / 100, date, purpose: "delivery" }, new Date());
        const rate = rates.findLast((each) => each.month <= month)?.tenthsOfCent ?? 0;
        const cents = (hundredths * rate) / 1_000;
        expect(Math.abs(mileageDeduction(entry, rules).deduction_amount - cents)).toBeLessThanOrEqual(0.5);
        const name = twoDigits(month);
        miles[name] = (miles[name] ?? 0) + (mileageAddition(entry).amounts.miles ?? 0);
        exact += cents;
      }
      const none = { phone_data: 0, supplies: 0 };
      const logged = { miles, expenses: { Q1: none, Q2: none, Q3: none, Q4: none } };
      const earned = { date: `${YEAR}-02-03`, pay: 9_000_000, tips: 0, miles: 0, count: 1 };
      const sums = taxSums(rules, monthsOf("uber", [earned]), logged);
      const summary = taxSummary(sums, { paid: 0, tips: 0 }, rules, "2028-01-01");
      // Each of the four periods rounds once.
      expect(Math.abs(summary.deductions.mileage.amount - exact)).toBeLessThanOrEqual(2);
      expect(summary.provisional_figures).not.toContain("mileage_rate");
    }),
  );
});
