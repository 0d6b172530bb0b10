import { describe, expect, test } from "@jest/globals";
import { createDriver } from "../../shared/domain/driver/driver.ts";
import type { Owner } from "../../shared/domain/item/owner.ts";
import { store } from "./store.ts";

const { keys } = store;

let accounts = 0;
let clock = Date.parse("2126-03-01T00:00:00Z");
const aDriver = () => {
  clock += 1_000;
  return createDriver({ email: "a@example.com", first_name: "A", last_name: "B" }, new Date(clock));
};

type Half = "profile" | "totals";

/**
 * Drivers in the given order, complete or with one item only, as a query may see a transaction in progress.
 */
async function crowd(who: ("whole" | Half)[]) {
  const owner: Owner = { account_id: `acct_${++accounts}`, mode: "test" };
  const whole: string[] = [];
  for (const half of who) {
    const driver = aDriver();
    if (half === "whole") {
      await store.putDriver(owner, driver, undefined);
      whole.push(driver.id);
    } else {
      const key = half === "profile" ? keys.driver(owner, driver.id) : keys.driverTotals(owner, driver.id);
      await store.transact([store.putNew({ ...driver, ...key })]);
    }
  }
  return { owner, whole };
}

const crowds: ("whole" | Half)[][] = [
  ["whole", "totals", "whole", "whole", "whole"],
  ["whole", "profile", "whole", "whole", "whole"],
  ["totals", "whole", "whole", "profile", "totals"],
  ["profile", "profile", "profile", "whole", "totals", "totals", "totals", "whole", "whole"],
  ["totals", "totals"],
];

describe.each(crowds.map((who) => [who.join(", "), who] as const))("of %s", (_, who) => {
  test.each([1, 2, 3, 10])("a list has every complete driver once, %s a page", async (limit) => {
    const { owner, whole } = await crowd(who);
    const seen: string[] = [];
    for (let more = true; more; ) {
      const page = await store.listDrivers(owner, {}, { limit, starting_after: seen.at(-1) });
      expect(page.data.length > 0 || !page.has_more).toBe(true);
      seen.push(...page.data.map(({ id }) => id));
      more = page.has_more;
    }
    expect(seen).toEqual(whole.reverse());
  });

  test.each([1, 2, 3, 10])(
    "a walk has every complete driver once, %s a page, and ends with a partial page",
    async (limit) => {
      const { owner, whole } = await crowd(who);
      const seen: string[] = [];
      for (let full = true; full; ) {
        const page = await store.listDriversAfter(owner, seen.at(-1), limit);
        expect(page.map(([, totals]) => totals.sk)).toEqual(page.map(([profile]) => `${profile.sk}#totals`));
        seen.push(...page.map(([{ id }]) => String(id)));
        full = page.length === limit;
      }
      expect(seen).toEqual(whole);
    },
  );
});

test.each(["profile", "totals"] as const)(
  "a count of part of a day leaves out half a driver: %s",
  async (half) => {
    const { owner, whole } = await crowd(["whole", half, "whole"]);
    expect(await store.countDrivers(owner, { from: whole[0], to: whole[1] })).toBe(2);
  },
);

test("pairs of metadata whose names and values have line breaks are different pairs", async () => {
  const owner: Owner = { account_id: "acct_breaks", mode: "test" };
  const withPairs = async (metadata: Record<string, string>) => {
    clock += 1_000;
    const person = { email: "a@example.com", first_name: "A", last_name: "B", metadata };
    const driver = createDriver(person, new Date(clock));
    expect(await store.putDriver(owner, driver, undefined)).toBe(true);
    return driver.id;
  };
  const inValue = { a: "b\nc" };
  const inName = { "a\nb": "c" };
  const first = await withPairs(inValue);
  const second = await withPairs(inName);
  const both = await withPairs({ ...inValue, ...inName });
  const plain = await withPairs({ a: "b" });
  const idsBy = async (metadata: Record<string, string>) =>
    (await store.searchDrivers(owner, { metadata }, { limit: 10 })).data.map(({ id }) => id);
  expect(await idsBy(inValue)).toEqual([both, first]);
  expect(await idsBy(inName)).toEqual([both, second]);
  expect(await idsBy({ a: "b" })).toEqual([plain]);
});

test("a driver whose stored name and email break today's rules is readable", async () => {
  const owner: Owner = { account_id: "acct_older", mode: "test" };
  const older = { ...aDriver(), first_name: "A\u202eB", email: `a@${"x".repeat(64)}.example` };
  await store.transact([
    store.putNew({ ...older, ...keys.driver(owner, older.id) }),
    store.putNew(keys.driverTotals(owner, older.id)),
  ]);
  const stored = await store.findDriver(owner, older.id);
  expect(stored).toMatchObject({ first_name: older.first_name, email: older.email });
});
