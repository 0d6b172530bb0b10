import { BatchWriteCommand } from "@aws-sdk/lib-dynamodb";
import { expect, test } from "@jest/globals";
import { LATENCY_CLASSES } from "../../shared/domain/account/request-notes.ts";
import type { Owner } from "../../shared/domain/item/owner.ts";
import { store } from "./store.ts";

const { table, tableName } = await import("../../shared/store/table/table.ts");

const owner: Owner = { account_id: "acct_charts", mode: "test" };
// A century ahead: engines delete expired items by their own clock.
const now = new Date("2126-11-30T12:30:00.000Z");
const HOUR_MS = 3_600_000;
const before = (hours: number, minute = "00") =>
  `${new Date(now.getTime() - hours * HOUR_MS).toISOString().slice(0, 13)}:${minute}`;

/** A minute with 12 requests, in an item as long as a busy one. */
const minuteAt = (minute: string) => ({
  PutRequest: {
    Item: {
      ...store.keys.quota(owner, minute),
      n: 12,
      l3: 11,
      l9: 1,
      r0: "x".repeat(800),
      ttl: 9_999_999_999,
    },
  },
});

let units = 0;
table.middlewareStack.add(
  (next) => async (args) => {
    const { output } = await next({ ...args, input: { ...args.input, ReturnConsumedCapacity: "TOTAL" } });
    units +=
      (output as { ConsumedCapacity?: { CapacityUnits?: number } }).ConsumedCapacity?.CapacityUnits ?? 0;
    return { output } as never;
  },
  { step: "initialize" },
);
const readFor = async (days: 1 | 7 | 30, at = now) => {
  units = 0;
  const counts = await store.listRequestCounts(owner, days, at, "2126-01-01T00:00:00.000Z");
  return { counts, units };
};

test("30 days of charts are at most 60 read units once the hours are summed, with the same counts", async () => {
  const minutes = Array.from({ length: 29 * 24 }, (_, hours) =>
    ["10", "59"].map((at) => minuteAt(before(hours, at))),
  );
  const puts = minutes.flat();
  while (puts.length > 0)
    await table.send(new BatchWriteCommand({ RequestItems: { [tableName]: puts.splice(0, 25) } }));
  const first = await readFor(30);
  const second = await readFor(30);
  expect(second.counts).toEqual(first.counts);
  expect(first.units).toBeGreaterThan(150);
  expect(second.units).toBeLessThan(60);
  expect(second.counts.at(-2)).toMatchObject({ time: "2126-11-29", requests: 24 * 24, peak: 12 });
  const latencies = Array.from({ length: LATENCY_CLASSES }, (_, i) => (i === 3 ? 11 : i === 9 ? 1 : 0) * 48);
  expect(second.counts.at(-2)?.latencies).toEqual(latencies);
});

test("an hour that continues after its first view is counted once it has ended, and not twice", async () => {
  const later = new Date(now.getTime() + HOUR_MS);
  await store.countRequest(owner, { per_minute: 99, per_second: 99 }, new Date(now.getTime() + 40 * 60_000));
  for (const at of [later, later, new Date(later.getTime() + HOUR_MS)]) {
    const { counts } = await readFor(1, at);
    expect(counts.find(({ time }) => time === "2126-11-30T13")?.requests).toBe(1);
    expect(counts.find(({ time }) => time === "2126-11-30T12")?.requests).toBe(24);
  }
});
