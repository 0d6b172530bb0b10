import { expect, test } from "@jest/globals";
import { brand } from "../../shared/domain/brand.ts";
import { ELIGIBILITY_DISCLAIMER } from "../../shared/domain/tax/eligibility.ts";

test.each([
  ["that we are no bank", /not a bank/],
  ["that we are no registered investment adviser", /not a registered investment adviser/],
  ["that all is educational", /educational.+not investment, tax or legal advice/],
  ["who holds the accounts", /custody are provided by a FINRA\/SIPC-member broker-dealer/],
  ["what waits for approval", /Advisory services and partner revenue share start only upon approval/],
])("the disclosures say %s", (_, statement) => expect(brand.disclosures).toMatch(statement));

test("the eligibility disclaimer says what married_separate means, and that it is an estimate", () => {
  expect(ELIGIBILITY_DISCLAIMER).toMatch(/lived with your spouse at some time in the year/);
  expect(ELIGIBILITY_DISCLAIMER).toMatch(
    /[Ee]stimate for tax year 2026; not investment, tax or legal advice/,
  );
});
