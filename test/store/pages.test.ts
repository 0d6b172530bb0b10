import { expect, test } from "@jest/globals";
import { createDriver, publicDriver } from "../../shared/domain/driver/driver.ts";
import { createPayout, PayoutRequest } from "../../shared/domain/payout/payout-request.ts";
import { publicPayout } from "../../shared/domain/payout/public-payout.ts";
import { jsonResult } from "../../shared/http/serve/responses.ts";
import type { PageQuery } from "../../shared/store/table/pages.ts";
import { newDriver } from "./payout-steps.ts";
import { store } from "./store.ts";

const owner = { account_id: "acct_1", mode: "test" } as const;
const MAX_OF_LAMBDA = 6 * 1024 * 1024;
const MANY = 45;

/** Escaped once in the body, and again in the reply that contains it. */
const metadata = Object.fromEntries(Array.from({ length: 50 }, (_, i) => [`note-${i}`, '"'.repeat(500)]));
const second = (i: number) => new Date(Date.UTC(2126, 0, 1, 0, 0, i));

/** All pages of a list, in either direction. Each one fits Lambda's reply. */
async function pagesOf(
  list: (query: PageQuery) => Promise<{ data: { id: string }[]; has_more: boolean }>,
  isBack = false,
) {
  const pages: string[][] = [];
  for (let more = true; more; ) {
    // Without a cursor, a list begins with the newest. So the other direction begins below every id.
    const at = isBack ? (pages[0]?.[0] ?? "a") : pages.at(-1)?.at(-1);
    const page = await list({ limit: 100, [isBack ? "ending_before" : "starting_after"]: at });
    expect(Buffer.byteLength(JSON.stringify(jsonResult(200, page)))).toBeLessThan(MAX_OF_LAMBDA);
    const ids = page.data.map(({ id }) => id);
    if (isBack) pages.unshift(ids);
    else pages.push(ids);
    more = page.has_more;
  }
  return pages;
}

test("a result page of the largest payouts ends before Lambda's limit, and the next one has the rest", async () => {
  const driver_id = await newDriver(owner);
  const request = { driver_id, amount: 500, currency: "usd", method: "standard", metadata };
  const payouts = Array.from({ length: MANY }, (_, i) =>
    createPayout(PayoutRequest.parse(request), undefined, second(i)),
  );
  for (const payout of payouts) await store.putPayout(owner, payout, undefined);
  const pages = await pagesOf(async (query) => {
    const page = await store.listPayouts(owner, {}, query);
    return { ...page, data: page.data.map(publicPayout) };
  });
  expect(pages.flat()).toEqual(payouts.map(({ id }) => id).reverse());
  // As few pages as possible.
  expect([pages.length, (pages[0]?.length ?? 0) > 35]).toEqual([2, true]);
});

test("so does a page of found drivers with the most metadata, in both directions", async () => {
  const person = { email: "all@example.com", first_name: "A", last_name: "B", metadata };
  const drivers = Array.from({ length: MANY }, (_, i) => createDriver(person, second(i)));
  for (const driver of drivers) await store.putDriver(owner, driver, undefined);
  for (const isBack of [false, true]) {
    const pages = await pagesOf(async (query) => {
      const page = await store.searchDrivers(owner, { email: person.email }, query);
      expect(page.total_count).toBe(MANY);
      return { ...page, data: page.data.map(({ totals, ...driver }) => publicDriver(driver, totals)) };
    }, isBack);
    expect(pages.flat()).toEqual(drivers.map(({ id }) => id).reverse());
    expect(pages).toHaveLength(2);
  }
});
