import { afterEach, expect, test } from "@jest/globals";
import fc from "fast-check";
import { sortableId } from "../../shared/domain/ids.ts";
import { newDelivery } from "../../shared/domain/webhook/delivery.ts";
import { startEngine } from "../support/cloud/engine.ts";
import { clock, tick } from "./century-ahead.ts";

await startEngine();
const { putDelivery } = await import("../../shared/store/webhook/deliveries.ts");
const { dueDeliveries, listDue } = await import("../../shared/store/event/due-index.ts");
const { dueShardOf } = await import("../../shared/store/keys/keys.ts");
const { allParts, partitionFor } = await import("../../shared/store/keys/parts.ts");
const { countOf, pageOf } = await import("../../shared/store/table/pages.ts");
const { transact } = await import("../../shared/store/table/table.ts");
const { put } = await import("../../shared/store/table/writes.ts");

const setParts = (parts: Record<string, [since: Date, parts: number][]>) => {
  process.env.PARTS = JSON.stringify(parts);
};
afterEach(() => setParts({}));

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

test("a list in parts has the pages and the count of the same list in one partition", async () => {
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
  const item = (pk: string, sk: string, i: number) => put({ pk, sk, type: i % 9 === 0 ? "rare" : "usual" });
  for (let i = 0; i < ids.length; i += 40)
    await transact(
      ids
        .slice(i, i + 40)
        .flatMap((id, n) => [
          item("EVENT#whole", id, n),
          item(partitionFor("EVENT#cut", "acct_2", id), id, n),
        ]),
    );
  const cut = allParts("EVENT#cut", "acct_2");
  expect(cut).toHaveLength(6);
  const idsOf = async (partition: string | string[], query: Query) => {
    const where = query.type && { where: { type: query.type } };
    const page = await pageOf({ partition, ...where }, query, query.type && query.search);
    return { ...page, data: page.data.map(({ sk }) => String(sk)) };
  };
  const cursor = fc.option(fc.constantFrom(...ids), { nil: undefined });
  const anyQuery = fc.record({
    limit: fc.integer({ min: 1, max: 60 }),
    starting_after: cursor,
    ending_before: cursor,
    type: fc.constantFrom(undefined, "rare"),
    search: fc.integer({ min: 2, max: 40 }).map((among) => ({ among, most: among })),
  });
  type Query = typeof anyQuery extends fc.Arbitrary<infer T> ? T : never;
  await fc.assert(
    fc.asyncProperty(anyQuery, async (query) => {
      const whole = { ...query, search: { among: 1_000, most: 1_000 } };
      const [expected, found] = [await idsOf("EVENT#whole", whole), await idsOf(cut, query)];
      // A search may stop early. What it found is then the beginning.
      const isBack = query.ending_before !== undefined;
      const beginning = isBack
        ? expected.data.slice(expected.data.length - found.data.length)
        : expected.data.slice(0, found.data.length);
      expect(found.data).toEqual(beginning);
      if (found.data.length === expected.data.length) return;
      expect([query.type, found.has_more]).toEqual(["rare", true]);
      const next = found.searched_to ?? (isBack ? found.data[0] : found.data.at(-1)) ?? "";
      const missed = expected.data.filter(
        (id) => (isBack ? id > next : id < next) || found.data.includes(id),
      );
      expect(missed).toEqual(expected.data);
    }),
    { numRuns: 120 },
  );
  expect([await countOf({ partition: cut }), await countOf({ partition: cut }, 50)]).toEqual([140, 50]);
});
