import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { parseDecimal } from "../../shared/domain/money/decimal.ts";
import { checkEligibility } from "../../shared/domain/tax/eligibility.ts";
import type { FilingStatus } from "../../shared/domain/tax/years/filing-status.ts";

const check = (status: FilingStatus, magi: string) =>
  checkEligibility(status, parseDecimal(magi), new Date("2026-11-21"));

/** 2026: [status, MAGI, limit below 50, limit from 50]. IRS Notice 2025-67; Pub. 590-A, worksheet 2-2. */
const vectors: [FilingStatus, string, number, number][] = [
  ["single", "0", 7500, 8600],
  ["single", "153000", 7500, 8600],
  ["single", "154000", 7000, 8030],
  ["single", "158000", 5000, 5740],
  ["single", "160500", 3750, 4300],
  ["single", "163000", 2500, 2870],
  ["single", "167500", 250, 290],
  ["single", "167999", 200, 200],
  ["single", "168000", 0, 0],
  ["head_of_household", "160500", 3750, 4300],
  ["married_joint", "245000", 5250, 6020],
  ["married_joint", "250000", 1500, 1720],
  ["married_joint", "251900", 200, 200],
  ["married_joint", "252000", 0, 0],
  ["married_separate", "0", 7500, 8600],
  ["married_separate", "5000", 3750, 4300],
  ["married_separate", "9800", 200, 200],
  ["married_separate", "10000", 0, 0],
];

test.each(vectors)(
  "%s with a MAGI of %s can contribute %d, or %d from age 50",
  (status, magi, limit, limit50) => {
    const { contribution_limit, contribution_limit_age_50_plus, tax_year } = check(status, magi);
    expect([contribution_limit, contribution_limit_age_50_plus, tax_year]).toEqual([limit, limit50, 2026]);
  },
);

test("the limit is full at the start of the range, partial inside it and zero at its end", () => {
  expect(check("single", "153000")).toMatchObject({ eligible: true, partial: false, phase_out: null });
  expect(check("single", "153000.01")).toMatchObject({
    eligible: true,
    partial: true,
    phase_out: { starts_at: 153000, ends_at: 168000 },
  });
  expect(check("single", "167999.99")).toMatchObject({
    eligible: true,
    partial: true,
    contribution_limit: 200,
  });
  expect(check("single", "168000")).toMatchObject({ eligible: false, partial: false });
  expect(check("married_separate", "0")).toMatchObject({ eligible: true, partial: false, phase_out: null });
});

test("a cent past a ten-dollar step reduces the limit by no more than the step", () => {
  // 153,020 is where the limit below 50 leaves 7,490 exactly: 7,500 x 14,980 / 15,000.
  expect(check("single", "153020").contribution_limit).toBe(7490);
  expect(check("single", "153019.99").contribution_limit).toBe(7500);
  expect(check("single", "153020.01").contribution_limit).toBe(7490);
});

test("the limit equals the rule stated as a search, for any income", () => {
  const ranges: Record<FilingStatus, [number, number]> = {
    single: [153_000, 168_000],
    head_of_household: [153_000, 168_000],
    married_joint: [242_000, 252_000],
    married_separate: [0, 10_000],
  };
  const statuses = Object.keys(ranges) as FilingStatus[];
  const anyCase = fc.constantFrom(...statuses).chain((status) => {
    const [start, end] = ranges[status];
    const cents = fc.oneof(
      {
        weight: 3,
        arbitrary: fc.integer({ min: Math.max(0, start * 100 - 5_000), max: end * 100 + 5_000 }),
      },
      { weight: 1, arbitrary: fc.integer({ min: 0, max: 100_000_000 }) },
    );
    return cents.map((value) => ({ status, cents: value, start, end }));
  });
  fc.assert(
    fc.property(anyCase, ({ status, cents, start, end }) => {
      const magi = `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, "0")}`;
      const result = check(status, magi);
      expect(result.contribution_limit).toBe(bySearch(7_500, cents, start, end));
      expect(result.contribution_limit_age_50_plus).toBe(bySearch(8_600, cents, start, end));
    }),
    { numRuns: 5_000 },
  );
});

/**
 * The law's rule without division: the limit is the least multiple of $10, at least $200, not below the
 * full limit's share. share : full = (end - MAGI) : (end - start). All in cents, far inside exact integers.
 */
function bySearch(full: number, magiCents: number, start: number, end: number): number {
  if (magiCents >= end * 100) return 0;
  if (magiCents <= start * 100) return full;
  let limit = 200;
  while (limit * (end - start) * 100 < full * (end * 100 - magiCents)) limit += 10;
  return limit;
}
