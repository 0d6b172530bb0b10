import { expect, test } from "@jest/globals";
import type { Reply } from "../../infra/local/test/support/http.ts";
import { get1099Operation } from "../../shared/contract/platform/tax/get-1099.ts";
import { getTaxSummaryOperation } from "../../shared/contract/platform/tax/get-tax-summary.ts";
import { sharedCloud } from "../support/cloud/shared-cloud.ts";
import { earned, paid } from "../support/partner/driver-figures.ts";
import { newPartner, untilAllowed } from "../support/partner/platform.ts";

const cloud = await sharedCloud();
const partner = await newPartner(cloud);
const driver = (await partner.driver()).id;
await paid(partner, driver, { paid_2026: 500_000 });
for (const platform of ["uber", "lyft"]) {
  for (let month = 1; month <= 10; month++)
    await earned(partner, driver, { pay: 9_000, month: `2026-${String(month).padStart(2, "0")}`, platform });
}

/** The cost of a request whose function has cached the key. */
async function costOf(name: string, request: () => Promise<Reply>) {
  expect((await request()).status).toBeLessThan(300);
  partner.waits = false;
  const reply = await untilAllowed(cloud, request, cloud.clearUsage);
  partner.waits = true;
  expect(reply.status).toBeLessThan(300);
  const { calls = {}, writeUnits, readUnits } = (await cloud.usage())[name] ?? {};
  return { calls: Object.values(calls).reduce((sum, n) => sum + n, 0), writeUnits, readUnits };
}

const trip = { miles: 10, date: "2026-07-01" };

test("a summary costs its record's budget for any number of logged trips", async () => {
  const read = () => partner.get(`/v1/tax/${driver}/summary?year=2026`);
  const before = await costOf(getTaxSummaryOperation.name, read);
  expect(before).toEqual(getTaxSummaryOperation.budget);
  for (let i = 0; i < 15; i++) await partner.post(`/v1/tax/${driver}/mileage`, trip);
  expect(await costOf(getTaxSummaryOperation.name, read)).toEqual(before);
});

test("an issued 1099 costs four reads, however many payouts it sums up", async () => {
  const { id } = await partner.driver();
  await paid(partner, id, { paid_2025: 500_000 });
  expect(await costOf(get1099Operation.name, () => partner.get(`/v1/tax/${id}/1099?year=2025`))).toEqual({
    calls: 4,
    writeUnits: 1,
    readUnits: 3,
  });
});
