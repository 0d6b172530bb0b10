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
])("on %s the figures of %d must be there", (day, year) => {
  expect(yearToPrepare(day)).toBe(year);
});

const YEAR = 2027;
type Drive = { month: number; day: number; miles: number };
const anyDrive = fc.record({
  month: fc.integer({ min: 1, max: 12 }),
  day: fc.integer({ min: 1, max: 28 }),
  miles: fc.integer({ min: 1, max: 100_000 }),
});
const twoDigits = (n: number) => String(n).padStart(2, "0");

/** Rates of a year, and the day of the year on which the IRS publishes each, which may be after it begins. */
const anyRate = fc.record({
  month: fc.integer({ min: 1, max: 12 }),
  tenthsOfCent: fc.integer({ min: 1, max: 999 }),
  publishedOn: fc.integer({ min: 0, max: 500 }),
});
const anyRates = fc
  .uniqueArray(anyRate, { minLength: 0, maxLength: 3, selector: ({ month }) => month })
  .chain((later) =>
    anyRate.map((first) => [{ ...first, month: 1 }, ...later.filter(({ month }) => month > 1)]),
  )
  .map((rates) => rates.sort((a, b) => a.month - b.month));

/** The files on a day: the rates that are published by then. */
function filesOn(
  day: number,
  rates: readonly { month: number; tenthsOfCent: number; publishedOn: number }[],
) {
  const known = rates.filter(({ publishedOn }) => publishedOn <= day);
  const value = known.map(
    ({ month, tenthsOfCent }): MileageRate => ({
      from: `${YEAR}-${twoDigits(month)}-01` as MileageRate["from"],
      tenthsOfCent,
    }),
  );
  const { mileage: _, ...rest } = (published as readonly YearFigures[]).find(
    ({ year }) => year === YEAR,
  ) as YearFigures;
  const file = {
    ...rest,
    ...(value.length > 0 && { mileage: { value, source: "IRS", published: "2027-01-01" } }),
  };
  return [...published.filter(({ year }) => year !== YEAR), file].sort((a, b) => a.year - b.year);
}

/** What the API answers after drives were logged and rates were published: the stored sums, read again. */
class Driver {
  readonly #miles = new Map<string, number>();
  readonly #entries: ReturnType<typeof logMileage>[] = [];

  log({ month, day, miles }: Drive): void {
    const date = `${YEAR}-${twoDigits(month)}-${twoDigits(day)}`;
    const entry = logMileage({ miles: miles / 100, date, purpose: "delivery" }, new Date());
    const added = mileageAddition(entry);
    const name = added.date.slice(5, 7);
    this.#miles.set(name, (this.#miles.get(name) ?? 0) + (added.amounts.miles ?? 0));
    this.#entries.push(entry);
  }

  answers(files: readonly YearFigures[], today: string) {
    const rules = taxRules(YEAR, files);
    const none = { phone_data: 0, supplies: 0 };
    const logged = {
      miles: Object.fromEntries(this.#miles),
      expenses: { Q1: none, Q2: none, Q3: none, Q4: none },
    };
    const earnings = monthsOf("uber", [
      { date: `${YEAR}-02-03`, pay: 9_000_000, tips: 0, miles: 0, count: 1 },
    ]);
    const summary = taxSummary(taxSums(rules, earnings, logged), { paid: 0, tips: 0 }, rules, today);
    return { entries: this.#entries.map((entry) => mileageDeduction(entry, rules)), summary };
  }
}

test("after the last publication, all answers are those of a world that knew all rates from the start", () => {
  const anyLog = fc.array(fc.record({ drive: anyDrive, on: fc.integer({ min: 0, max: 500 }) }), {
    maxLength: 12,
  });
  fc.assert(
    fc.property(anyLog, anyRates, (log, rates) => {
      const late = new Driver();
      const early = new Driver();
      const files = filesOn(Number.POSITIVE_INFINITY, rates);
      for (const { drive, on } of log.toSorted((a, b) => a.on - b.on)) {
        late.log(drive);
        early.log(drive);
        // Each read meanwhile uses the rates of that day, and must leave nothing behind.
        late.answers(filesOn(on, rates), `${YEAR}-12-31`);
        early.answers(files, `${YEAR}-12-31`);
      }
      const answers = late.answers(files, "2028-01-01");
      expect(answers).toEqual(early.answers(files, "2028-01-01"));
      // Both are the sum by hand: each drive at the newest rate that had begun by its month.
      const exact = log.reduce((sum, { drive }) => {
        const rate = rates.findLast(({ month }) => month <= drive.month)?.tenthsOfCent ?? 0;
        return sum + drive.miles * rate;
      }, 0);
      const { amount } = answers.summary.deductions.mileage;
      // Each of the four periods rounds once.
      expect(Math.abs(amount - exact / 1_000)).toBeLessThanOrEqual(2);
      expect(answers.summary.provisional_figures).not.toContain("mileage_rate");
    }),
    { numRuns: 300 },
  );
});
