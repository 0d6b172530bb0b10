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
const ids = (entries: Json[]) => entries.map(({ id }) => id);

/** The entries of all result pages of a list. */
async function readAllPages(query: string): Promise<Json[]> {
  const found: Json[] = [];
  let after = "";
  for (;;) {
    const page = await list(`?${query}${after}`);
    found.push(...page.data);
    if (!page.has_more) return found;
    after = `&starting_after=${page.data.at(-1).id}`;
  }
}

describe("payout list", () => {
  test("without parameters the list has the newest ten payouts and the count of all", async () => {
    const page = await list();
    expect(page).toMatchObject({ object: "list", has_more: true, total_count: 24 });
    expect(page.data).toEqual(payouts.slice(0, 10));
  });

  test.each([
    ["nothing", () => "", () => true],
    ["a driver", () => `driver_id=${drivers[0].id}`, (p: Json) => p.driver_id === drivers[0].id],
    ["a status", () => "status=failed", (p: Json) => p.status === "failed"],
    ["a status that no payout has", () => "status=refunded", (p: Json) => p.status === "refunded"],
    [
      "a driver and a status",
      () => `driver_id=${drivers[0].id}&status=completed`,
      (p: Json) => p.driver_id === drivers[0].id && p.status === "completed",
    ],
    ["after an instant", () => `created_after=${payouts[5].created_at}`, (p: Json) => p.id > payouts[5].id],
    ["before an instant", () => `created_before=${payouts[5].created_at}`, (p: Json) => p.id < payouts[5].id],
    [
      "all of these",
      () =>
        `driver_id=${drivers[1].id}&status=completed&created_after=${payouts[20].created_at}&created_before=${payouts[3].created_at}`,
      (p: Json) =>
        p.driver_id === drivers[1].id &&
        p.status === "completed" &&
        p.id > payouts[20].id &&
        p.id < payouts[3].id,
    ],
  ])(
    "a list filtered by %s has exactly the matching payouts and their count, page by page",
    async (_, query, holds) => {
      const expected = ids(payouts.filter(holds));
      expect(ids(await readAllPages(`${query()}&limit=3`))).toEqual(expected);
      const page = await list(`?${query()}&limit=100`);
      expect([ids(page.data), page.total_count, page.has_more]).toEqual([expected, expected.length, false]);
    },
  );

  test("time filters are exact to the millisecond in any time zone and precision", async () => {
    const at = payouts[5].created_at;
    const zoned = new Date(Date.parse(at) + 2 * 3_600_000).toISOString().replace("Z", "+02:00");
    const count = async (query: string) => (await list(`?${query}`)).total_count;
    expect(await count(`created_after=${encodeURIComponent(zoned)}`)).toBe(5);
    expect(await count(`created_before=${at.replace("Z", "1Z")}`)).toBe(19);
    expect(await count(`created_after=${at.replace("Z", "1Z")}`)).toBe(5);
    expect(await count("created_after=2027-01-01T00:00:00Z&created_before=2026-01-01T00:00:00Z")).toBe(0);
  });

  test("paging skips and repeats no payout while new ones are created", async () => {
    const busy = await newPartner(cloud);
    const { id } = await busy.driver();
    const made: string[] = [];
    for (let i = 0; i < 8; i++) made.unshift((await busy.payout(id)).id);
    const seen: string[] = [];
    let after = "";
    for (;;) {
      const [page] = await Promise.all([
        busy.read(`/v1/payments?limit=2${after}`),
        busy.payout(id, { amount: 500 }),
      ]);
      seen.push(...ids(page.data));
      if (!page.has_more) break;
      after = `&starting_after=${page.data.at(-1).id}`;
    }
    expect(seen.filter((id) => made.includes(id))).toEqual(made);
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen).toEqual([...seen].sort().reverse());
  });

  test("the list contains a payout immediately after its creation", async () => {
    const { id } = await partner.payout(drivers[1].id);
    expect((await list("?limit=1")).data[0].id).toBe(id);
    await eventually(async () => (await list(`?driver_id=${drivers[1].id}&limit=1`)).data[0].id === id);
  });

  test("another account's payout is a place in every filtered list, and shows nothing of that account", async () => {
    const stranger = await newPartner(cloud);
    const foreign = await stranger.payout((await stranger.driver()).id);
    for (const query of ["", `driver_id=${drivers[0].id}`, "status=failed"]) {
      const all = ids((await list(`?${query}&limit=100`)).data);
      const older = await list(`?${query}&limit=100&starting_after=${foreign.id}`);
      const newer = await list(`?${query}&limit=100&ending_before=${foreign.id}`);
      expect([...ids(newer.data), ...ids(older.data)]).toEqual(all);
    }
  });
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

describe("driver list", () => {
  test("the list has the newest drivers first, the exact count and each driver's lifetime payouts", async () => {
    const own = await newPartner(cloud);
    const made: Json[] = [];
    for (let i = 0; i < 5; i++) made.unshift(await own.driver({ first_name: `Driver ${i}` }));
    await own.payout(made[2].id, { amount: 700 });
    const first = await own.read("/v1/drivers?limit=2");
    expect([ids(first.data), first.has_more, first.total_count]).toEqual([ids(made.slice(0, 2)), true, 5]);
    const rest = await own.read(`/v1/drivers?limit=3&starting_after=${made[1].id}`);
    expect([ids(rest.data), rest.has_more]).toEqual([ids(made.slice(2)), false]);
    expect(rest.data[0].lifetime_payouts).toBe(700);
  });
});
