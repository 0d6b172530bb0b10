import { expect, test } from "@jest/globals";
import { brand } from "../../shared/domain/brand/brand.ts";
import { eligibilityDisclaimer } from "../../shared/domain/tax/eligibility.ts";

test.each([
  ["we are not a bank", /not a bank/],
  ["we are not a registered investment adviser", /not a registered investment adviser/],
  ["all information is educational", /educational.+not investment, tax or legal advice/],
  [
    "accounts are not open, and a broker-dealer will hold them",
    /not open yet.+custody will be provided by a FINRA\/SIPC-member broker-dealer/,
  ],
  [
    "advisory services await approval",
    /Advisory services and partner revenue share start only upon approval/,
  ],
])("the disclosures state: %s", (_, statement) => expect(brand.disclosures).toMatch(statement));

test("the eligibility disclaimer explains married_separate and calls the result an estimate", () => {
  expect(eligibilityDisclaimer(2026)).toMatch(/lived with your spouse at any time during the year/);
  expect(eligibilityDisclaimer(2026)).toMatch(
    /[Ee]stimate for tax year 2026; not investment, tax or legal advice/,
  );
});
