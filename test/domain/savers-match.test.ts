import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { parseDecimal } from "../../shared/domain/money/decimal.ts";
import { FilingStatus } from "../../shared/domain/tax/years/filing-status.ts";
import { matchRule, saversMatch } from "../../shared/domain/tax/savers-match.ts";

const NOW = new Date("2026-11-21T00:00:00Z");
const rateOf = (status: FilingStatus, magi: string) => saversMatch(status, parseDecimal(magi), NOW).rate;

/** Tax year 2027: [status, MAGI, percent]. 26 U.S.C. 6433(b)(2) and (3). */
const vectors: [FilingStatus, string, number][] = [
  ["single", "0", 50],
  ["single", "20500", 50],
  ["single", "20799.99", 50],
  ["single", "20800", 49],
  ["single", "28000", 25],
  ["single", "35499.99", 1],
  ["single", "35500", 0],
  ["head_of_household", "30750", 50],
  ["head_of_household", "31200", 49],
  ["head_of_household", "53249.99", 1],
  ["head_of_household", "53250", 0],
  ["married_joint", "41000", 50],
  ["married_joint", "41600", 49],
  ["married_joint", "70999.99", 1],
  ["married_joint", "71000", 0],
  ["married_separate", "28000", 25],
];

test.each(vectors)("%s with a MAGI of %s has a rate of %d percent", (status, magi, rate) => {
  const match = saversMatch(status, parseDecimal(magi), NOW);
  expect([match.tax_year, match.rate, match.max_amount]).toEqual([2027, rate, rate * 20]);
});

test("the rate is the law's, stated without division, for any income to the cent", () => {
  const anyCase = fc.tuple(fc.constantFrom(...FilingStatus.options), fc.integer({ min: 0, max: 8_000_000 }));
  fc.assert(
    fc.property(anyCase, ([status, cents]) => {
      const { startsAt, endsAt } = matchRule(NOW).phaseOut[status];
      const start = Number(startsAt) * 100;
      const width = Number(endsAt - startsAt) * 100;
      let rate = 50;
      while (rate > 0 && (cents - start) * 50 >= (51 - rate) * width) rate -= 1;
      expect(rateOf(status, (cents / 100).toFixed(2))).toBe(rate);
    }),
    { numRuns: 2_000 },
  );
});
