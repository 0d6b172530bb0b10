import { expect, test } from "@jest/globals";
import { FAST_CLOCK, sharedCloud } from "../support/cloud/shared-cloud.ts";
import { earned } from "../support/partner/driver-figures.ts";
import { newPartner } from "../support/partner/platform.ts";

const cloud = await sharedCloud(FAST_CLOCK);
const partner = await newPartner(cloud);

const summary = (driver: string, year: number | string = 2026) => `/v1/tax/${driver}/summary?year=${year}`;

test("$50,000 in 2026 is $7,064.78 plus $3,396.11 of tax", async () => {
  const driver = (await partner.driver()).id;
  await earned(partner, driver, { pay: 3_000_000 });
  await earned(partner, driver, { pay: 2_000_000, month: "2026-10", platform: "doordash" });
  const { json } = await partner.call(summary(driver));
  expect(json).toMatchObject({
    gross_income: 5_000_000,
    estimated_taxable: 5_000_000,
    estimated_tax: 706_478 + 339_611,
  });
  expect(json.method).toContain("not tax advice");
});

test("a summary has only the earnings of its year", async () => {
  const driver = (await partner.driver()).id;
  await earned(partner, driver, { pay: 100_000, month: "2025-12" });
  await earned(partner, driver, { pay: 200_000, month: "2026-01" });
  expect((await partner.call(summary(driver, 2025))).json.gross_income).toBe(100_000);
  expect((await partner.call(summary(driver, 2026))).json.gross_income).toBe(200_000);
});
