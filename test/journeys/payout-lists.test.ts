import { expect, test } from "@jest/globals";
import type { Json } from "../../infra/local/test/support/http.ts";
import { FAST_CLOCK, sharedCloud } from "../support/cloud/shared-cloud.ts";
import { newPartner } from "../support/partner/platform.ts";

const cloud = await sharedCloud(FAST_CLOCK);
const partner = await newPartner(cloud);
const drivers = [await partner.driver(), await partner.driver({ first_name: "Ben" })];
/** The payouts of two drivers, newest first as in lists. One driver's later payouts fail. */
const payouts: Json[] = [];
for (let i = 0; i < 24; i++) {
  const driver = drivers[i % 2];
  if (i === 12) await partner.bankAccount(driver.id, "1113");
  payouts.unshift(await partner.payout(driver.id, { amount: 1_000 + i }));
}

const list = (query = "") => partner.read(`/v1/payments${query}`);

test("without parameters the list has the newest ten payouts and the count of all", async () => {
  const page = await list();
  expect(page).toMatchObject({ object: "list", has_more: true, total_count: 24 });
  expect(page.data).toEqual(payouts.slice(0, 10));
});

test("time filters are exact to the millisecond in any time zone and precision", async () => {
  const at = payouts[5].created_at;
  const zoned = new Date(Date.parse(at) + 2 * 3_600_000).toISOString().replace("Z", "+02:00");
  const count = async (query: string) => (await list(`?${query}`)).total_count;
  expect(await count(`created_after=${encodeURIComponent(zoned)}`)).toBe(5);
  expect(await count(`created_before=${at.replace("Z", "1Z")}`)).toBe(19);
  expect(await count(`created_after=${at.replace("Z", "1Z")}`)).toBe(5);
  expect(await count("created_after=2027-01-01T00:00:00Z&created_before=2026-01-01T00:00:00Z")).toBe(0);
});
