import { QueryCommand } from "@aws-sdk/lib-dynamodb";
import { expect, jest, test } from "@jest/globals";
import { sortableId } from "../../shared/domain/item/ids.ts";
import { store } from "./store.ts";

const { keys } = store;

const now = new Date("2026-11-21T12:30:00.000Z");
const ago = (hours: number) => new Date(now.getTime() - hours * 3_600_000);
async function put(items: { pk: string; sk: string }[]): Promise<void> {
  for (let i = 0; i < items.length; i += 100)
    expect(await store.transact(items.slice(i, i + 100).map((item) => store.putNew(item)))).toBeUndefined();
}
const entry = (hours: number) => keys.outbox(sortableId("", ago(hours)));

/** The items found since an instant, by place. */
async function foundSince(since: Date): Promise<Map<string, string[]>> {
  const listed = new Map<string, string[]>();
  for await (const { name, ranges } of store.listPartitionsSince(since, now)) {
    const ids: string[] = [];
    for (const range of ranges)
      for await (const page of store.listPagesOf(range)) ids.push(...page.map(({ sk }) => String(sk)));
    listed.set(name, ids);
  }
  return listed;
}

test("a search by time finds the outbox's entries hour by hour in every shard, and none older", async () => {
  const old = Array.from({ length: 20 }, () => entry(70));
  const first = Array.from({ length: 20 }, () => entry(48));
  const later = Array.from({ length: 20 }, () => entry(0));
  await put([...old, ...first, ...later, entry(48.1)]);
  expect(new Set(first.map(({ pk }) => pk)).size).toBeGreaterThan(4);
  const ids = await foundSince(ago(48));
  expect([...ids.keys()].slice(0, 2)).toEqual(["2026-11-19T12", "2026-11-19T13"]);
  expect(ids.get("2026-11-19T12")?.sort()).toEqual(first.map(({ sk }) => sk).sort());
  expect(ids.get("2026-11-21T12")?.sort()).toEqual(later.map(({ sk }) => sk).sort());
  expect([...ids.values()].flat()).toHaveLength(40);
});

test("a search by time finds the events of every account in both modes, page by page", async () => {
  const owners = (["live", "test"] as const).flatMap((mode) =>
    ["acct_a0", "acct_b7", "acct_c7"].map((account_id) => ({ account_id, mode })),
  );
  await Promise.all(
    ["acct_a0", "acct_b7", "acct_c7"].map((id) => store.transact([store.directoryWrite(id)])),
  );
  const events = owners.flatMap((owner) =>
    Array.from({ length: 130 }, (_, i) => keys.event(owner, sortableId("evt_", ago(i % 2 ? 1 : 30)))),
  );
  await put(events);
  const ids = await foundSince(ago(2));
  for (const account of ["acct_a0", "acct_b7", "acct_c7"]) {
    const theirs = events.filter(({ pk, sk }) => pk.includes(account) && sk > sortableId("evt_", ago(2)));
    expect(ids.get(account)?.sort()).toEqual(theirs.map(({ sk }) => sk).sort());
    expect(theirs).toHaveLength(130);
  }
});

test("a filtered search reads no more items than its bound", async () => {
  const partition = "EVENT#acct_few#live";
  const item = (n: number) => ({
    pk: partition,
    sk: `evt_${String(n).padStart(3, "0")}`,
    type: n === 5 ? "rare" : "common",
  });
  await put(Array.from({ length: 62 }, (_, n) => item(n)));
  const rare = { partition, where: { type: "rare" } };
  const stoppedAt = (searched_to: string) => ({ data: [], has_more: true, searched_to });
  expect(await store.newest(rare, 3, { among: 20, most: 20 })).toEqual(stoppedAt("evt_042"));
  expect(await store.newest(rare, 3, { among: 63, most: 63 })).toEqual({ data: [item(5)], has_more: false });
  expect(await store.newest(rare, 3, { among: 12, most: 60 })).toEqual({ data: [item(5)], has_more: true });
  // Its calls are limited, too: at most 40.
  expect(await store.newest(rare, 3, { among: 1, most: 63 })).toEqual(stoppedAt("evt_022"));
  expect(await store.newest({ partition, where: { type: "common" } }, 3, { among: 20, most: 20 })).toEqual({
    data: [item(61), item(60), item(59)],
    has_more: true,
  });
});

test("a read of a whole range continues to its end, however many calls it takes", async () => {
  const partition = "EVENT#acct_whole#live";
  const ids = Array.from({ length: 90 }, (_, n) => `evt_${String(n).padStart(3, "0")}`);
  await put(ids.map((sk) => ({ pk: partition, sk })));
  const send = store.table.send.bind(store.table) as (command: unknown) => Promise<unknown>;
  // As if two of the items were a megabyte.
  const query = jest
    .spyOn(store.table, "send")
    .mockImplementation((async (command: QueryCommand) =>
      send(new QueryCommand({ ...command.input, Limit: 2 }))) as never);
  expect(await store.idsIn({ partition })).toEqual(ids);
  expect(query.mock.calls.length).toBeGreaterThan(40);
  query.mockRestore();
});

test.each([
  ["starting_after", undefined],
  ["ending_before", "evt_000"],
] as const)(
  "a filtered search that stops early has more, and continues at its last match: %s",
  async (cursor, first) => {
    const partition = `EVENT#acct_${cursor}#live`;
    const matches = [3, 14, 17, 25, 30];
    const items = Array.from({ length: 40 }, (_, n) => ({
      pk: partition,
      sk: `evt_${String(n).padStart(3, "0")}`,
      type: matches.includes(n) ? "rare" : "common",
    }));
    await put(items);
    const seen: string[] = [];
    for (let at: string | undefined = first, more = true; more; ) {
      const query = { limit: 3, ...(at && { [cursor]: at }) };
      const page = await store.pageOf({ partition, where: { type: "rare" } }, query, { among: 15, most: 15 });
      const ids = page.data.map(({ sk }) => String(sk));
      seen.push(...ids);
      at = cursor === "starting_after" ? ids.at(-1) : ids[0];
      more = page.has_more;
    }
    expect(seen.sort()).toEqual(matches.map((n) => items[n]?.sk));
  },
);
