import { describe, expect, test } from "@jest/globals";
import { eventually } from "../../infra/local/test/support/eventually.ts";
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

test("the list contains a payout immediately after its creation", async () => {
  const { id } = await partner.payout(drivers[1].id);
  expect((await list("?limit=1")).data[0].id).toBe(id);
  await eventually(async () => (await list(`?driver_id=${drivers[1].id}&limit=1`)).data[0].id === id);
});

describe("counts between two instants", () => {
  test("they stay exact while transactions conflict", async () => {
    const own = await newPartner(cloud);
    const ids = [(await own.driver()).id, (await own.driver()).id];
    await cloud.inject({ kind: "conflict", action: "dynamodb:TransactWriteItems", share: 0.3, seed: 7 });
    const made = await Promise.all(
      Array.from({ length: 40 }, (_, i) =>
        own.payout(ids[i % 2], { method: i % 4 < 2 ? "instant" : "standard" }),
      ),
    );
    const standard = made.filter(({ method }) => method === "standard");
    await Promise.all(standard.map(({ id }) => own.post(`/v1/payments/${id}/cancel`, undefined)));
    await cloud.inject();
    const count = async (query: string) =>
      (await own.read(`/v1/payments?created_after=2026-01-01T00:00:00Z&${query}`)).total_count;
    expect(await count("")).toBe(40);
    for (const id of ids) expect(await count(`driver_id=${id}`)).toBe(20);
    // A timer on the fast clock may have been faster than the request.
    const settled = (await count("status=canceled")) + (await count("status=completed"));
    expect([settled, await count("status=pending")]).toEqual([40, 0]);
  });
});
