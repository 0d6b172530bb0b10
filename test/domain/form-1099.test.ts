import { expect, test } from "@jest/globals";
import { isPreview, isReported, whyNoForm, yearOfForms } from "../../shared/domain/tax/form-1099.ts";
import { published as years } from "../../shared/domain/tax/years/published.ts";
import { taxRules } from "../../shared/domain/tax/years/tax-rules.ts";

test.each([
  [2025, 59_999, false],
  [2025, 60_000, true],
  [2026, 60_000, false],
  [2026, 199_999, false],
  [2026, 200_000, true],
])("in %d, reporting payouts of %d cents is %p", (year, gross, reported) =>
  expect(isReported(gross, taxRules(year))).toBe(reported),
);

test("a live form exists from the first instant after its year, a sandbox form at once", () => {
  const before = new Date("2026-12-31T23:59:59.999Z");
  const after = new Date("2027-01-01T00:00:00.000Z");
  const why = (year: number, mode: "live" | "test", now: Date) =>
    whyNoForm(999_999, taxRules(year), mode, now);
  expect(why(2026, "live", before)).toMatch(/from January 1, 2027/);
  expect([why(2026, "live", after), why(2026, "test", before)]).toEqual([undefined, undefined]);
  expect(why(2027, "test", before)).toMatch(/from January 1, 2027/);
});

test("a form stays a preview after its year until the year's threshold is published", () => {
  const in2027 = new Date("2027-02-01T00:00:00Z");
  const in2091 = new Date("2091-02-01T00:00:00Z");
  expect([isPreview(taxRules(2026), in2027), isPreview(taxRules(2090), in2091)]).toEqual([false, true]);
  const threshold = { value: taxRules(2026).form1099Nec, source: "IRS", published: "2089-12-01" };
  const published = taxRules(2090, [...years, { year: 2090, form1099Nec: threshold }]);
  expect(isPreview(published, in2091)).toBe(false);
});

test("until the end of March, the forms to look at are those of the year that ended", () => {
  const years = ["2027-01-01", "2028-02-29", "2027-03-31T23:59:59Z", "2027-04-01"].map((at) =>
    yearOfForms(new Date(at)),
  );
  expect(years).toEqual([2026, 2027, 2026, 2027]);
});

test("without a form, the reason says whether the threshold is that of the year", () => {
  const now = new Date("2091-02-01");
  expect(whyNoForm(1, taxRules(2026), "test", now)).toContain("below $2,000, so there is no");
  expect(whyNoForm(1, taxRules(2090), "test", now)).toContain(
    ", the newest published threshold, so there is no",
  );
});
