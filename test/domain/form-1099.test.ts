import { expect, test } from "@jest/globals";
import { formExists, isReported } from "../../shared/domain/tax/form-1099.ts";
import { taxRules } from "../../shared/domain/tax/years/tax-rules.ts";
import type { TaxRules } from "../../shared/domain/tax/years/tax-year.ts";

test.each([
  [2025, 59_999, false],
  [2025, 60_000, true],
  [2026, 60_000, false],
  [2026, 199_999, false],
  [2026, 200_000, true],
])("in %d, reporting payouts of %d cents is %p", (year, gross, reported) =>
  expect(isReported(gross, taxRules(year) as TaxRules)).toBe(reported),
);

test("a live form exists from the first instant after its year, a sandbox form at once", () => {
  const [before, after] = [new Date("2026-12-31T23:59:59.999Z"), new Date("2027-01-01T00:00:00.000Z")];
  expect([formExists(2026, "live", before), formExists(2026, "live", after)]).toEqual([false, true]);
  expect(formExists(2026, "test", before)).toBe(true);
});
