import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { sortableId } from "../../shared/domain/ids.ts";
import { newDelivery } from "../../shared/domain/webhook/delivery.ts";
import { clock, tick } from "./century-ahead.ts";
import { store } from "./store.ts";

const {
  putDelivery,
  dueDeliveries,
  listDue,
  dueShardOf,
  allParts,
  partitionFor,
  countOf,
  pageOf,
  transact,
  put,
} = store;

const setParts = (parts: Record<string, [since: Date, parts: number][]>) => {
  process.env.PARTS = JSON.stringify(parts);
};

test("a sweeper finds what is due before a raise, after it, and after the setting was taken back", async () => {
  const owner = { account_id: "acct_1", mode: "live" } as const;
  const ids: string[] = [];
  const add = async (count: number) => {
    for (let i = 0; i < count; i++) {
      const id = sortableId("dlv_", tick());
      const event = { id: sortableId("evt_", new Date(clock)), type: "driver.created" } as const;
      await putDelivery(owner, newDelivery(id, event, { id: "wh_1", ...owner }, new Date(clock)));
      ids.push(id);
    }
  };
  await add(10);
  const raised: [Date, number] = [tick(), 8];
  setParts({ deliveries: [raised] });
  await add(60);
  expect(new Set(ids.slice(10).map((id) => dueShardOf(id))).size).toBeGreaterThan(20);
  setParts({ deliveries: [raised, [tick(), 1]] });
  await add(10);
  setParts({});
  const found: string[] = [];
  const act = async (page: { delivery_id: string }[]) =>
    void found.push(...page.map(({ delivery_id }) => delivery_id));
  await listDue(dueDeliveries, tick(3_600_000), act, () => true);
  expect(found.sort()).toEqual(ids.sort());
});

test("a list in parts has its items in order, in pages both ways, with a filter that stops early or without", async () => {
  const start = clock;
  // Three parts, then six, then one again.
  setParts({
    acct_2: [
      [tick(20_000), 3],
      [tick(20_000), 6],
      [tick(80_000), 1],
    ],
  });
  const ids = Array.from({ length: 140 }, (_, i) => sortableId("evt_", new Date(start + i * 1_000)));
  const items = ids.map((sk, i) =>
    put({ pk: partitionFor("EVENT#cut", "acct_2", sk), sk, type: i % 9 === 0 ? "rare" : "usual" }),
  );
  await transact(items.slice(0, 100));
  await transact(items.slice(100));
  const cut = allParts("EVENT#cut", "acct_2");
  const anyPlace = fc.record({
    limit: fc.integer({ min: 1, max: 60 }),
    from: fc.nat(139),
    isBack: fc.boolean(),
  });
  const most = fc.integer({ min: 2, max: 40 }).map((among) => ({ among, most: among }));
  const anySearch = fc.option(most, { nil: undefined });
  await fc.assert(
    fc.asyncProperty(anyPlace, anySearch, async ({ limit, from, isBack }, search) => {
      const where = search && { where: { type: "rare" } };
      let cursor = ids[from];
      const all: string[] = [];
      for (let more = true; more; ) {
        const query = { limit, [isBack ? "ending_before" : "starting_after"]: cursor };
        const page = await pageOf({ partition: cut, ...where }, query, search);
        const data = page.data.map(({ sk }) => String(sk));
        all.push(...(isBack ? data.reverse() : data));
        [more, cursor] = [page.has_more, data.at(-1) ?? page.searched_to];
      }
      const wanted = ids.filter((_, i) => !search || i % 9 === 0);
      const beyond = wanted.filter((id) => (isBack ? id > `${ids[from]}` : id < `${ids[from]}`));
      expect(all).toEqual(isBack ? beyond : beyond.reverse());
    }),
    { numRuns: 60 },
  );
  expect([await countOf({ partition: cut }), await countOf({ partition: cut }, 50)]).toEqual([140, 50]);
});
