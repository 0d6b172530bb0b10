import { expect, test } from "@jest/globals";
import { createDriver, publicDriver } from "../../shared/domain/driver/driver.ts";
import { createPayout, PayoutRequest } from "../../shared/domain/payout/payout-request.ts";
import { publicPayout } from "../../shared/domain/payout/public-payout.ts";
import { jsonResult } from "../../shared/http/serve/responses.ts";
import { store } from "./store.ts";

const owner = { account_id: "acct_1", mode: "test" } as const;
const MAX_OF_LAMBDA = 6 * 1024 * 1024;

/** Escaped once in the body, and again in the reply that contains it. */
const metadata = Object.fromEntries(Array.from({ length: 50 }, (_, i) => [`note-${i}`, '"'.repeat(500)]));

test("a result page of the largest objects ends before Lambda's limit, and the next one has the rest", async () => {
  const person = { email: "a@example.com", first_name: "A", last_name: "B" };
  const driver = createDriver(person, new Date("2126-01-01T00:00:00Z"));
  await store.putDriver(owner, driver, undefined);
  const request = { driver_id: driver.id, amount: 500, currency: "usd", method: "standard", metadata };
  const made = Array.from({ length: 70 }, (_, i) =>
    createPayout(PayoutRequest.parse(request), undefined, new Date(Date.UTC(2126, 0, 1, 0, 0, i))),
  );
  for (const payout of made) await store.putPayout(owner, payout, undefined);

  const seen: string[] = [];
  const lengths: number[] = [];
  for (let more = true; more; ) {
    const page = await store.listPayouts(owner, {}, { limit: 100, starting_after: seen.at(-1) });
    const reply = jsonResult(200, { ...page, data: page.data.map(publicPayout) });
    expect(Buffer.byteLength(JSON.stringify(reply))).toBeLessThan(MAX_OF_LAMBDA);
    lengths.push(page.data.length);
    seen.push(...page.data.map(({ id }) => id));
    more = page.has_more;
  }
  expect(seen).toEqual(made.map(({ id }) => id).reverse());
  // As few pages as possible.
  expect(lengths).toHaveLength(2);
  expect(lengths[0]).toBeGreaterThan(35);
});

test.each(["starting_after", "ending_before"] as const)(
  "a page of found drivers with the most metadata ends before Lambda's limit, and the next one has the rest: %s",
  async (cursor) => {
    const by = { ...owner, account_id: `acct_${cursor}` };
    const person = { email: "all@example.com", first_name: "A", last_name: "B", metadata };
    const made = Array.from({ length: 70 }, (_, i) =>
      createDriver(person, new Date(Date.UTC(2126, 0, 1, 0, 0, i))),
    );
    for (const driver of made) await store.putDriver(by, driver, undefined);
    const isNewestFirst = cursor === "starting_after";
    let seen: string[] = [];
    const lengths: number[] = [];
    for (let more = true; more; ) {
      // Without a cursor, a list begins with the newest. So the other direction begins below every driver.
      const at = isNewestFirst ? seen.at(-1) : (seen[0] ?? "drv_0");
      const page = await store.searchDrivers(by, { email: person.email }, { limit: 100, [cursor]: at });
      const data = page.data.map(({ totals, ...driver }) => publicDriver(driver, totals));
      const reply = jsonResult(200, { ...page, data });
      expect(Buffer.byteLength(JSON.stringify(reply))).toBeLessThan(MAX_OF_LAMBDA);
      expect(page.total_count).toBe(70);
      const ids = page.data.map(({ id }) => id);
      lengths.push(ids.length);
      seen = isNewestFirst ? [...seen, ...ids] : [...ids, ...seen];
      more = page.has_more;
    }
    expect(seen).toEqual(made.map(({ id }) => id).reverse());
    expect(lengths).toHaveLength(2);
  },
);
