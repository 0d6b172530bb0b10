import { beforeEach, describe, expect, jest, test } from "@jest/globals";
import { newPing } from "../../shared/domain/event/event.ts";
import { sortableId } from "../../shared/domain/item/ids.ts";
import { deliveryId } from "../../shared/domain/webhook/delivery.ts";
import { overdueHints } from "../../shared/domain/webhook/overdue-hints.ts";
import { atInstant } from "../support/cloud/at-instant.ts";
import { startEngine } from "../support/cloud/engine.ts";
import { logLines } from "../support/cloud/log-lines.ts";
import { startQueues } from "../support/cloud/queue-stub.ts";

await startEngine();
const queues = await startQueues();
// Read when the function's modules load.
process.env.POWERTOOLS_METRICS_DISABLED = "false";
const { handler } = await import("../../functions/webhooks/sweep-deliveries.ts");
const { dueDeliveries, listDue } = await import("../../shared/store/event/due-index.ts");
const keys = await import("../../shared/store/keys/keys.ts");
const { BatchWriteCommand } = await import("@aws-sdk/lib-dynamodb");
const { table, tableName } = await import("../../shared/store/table/table.ts");
const write = async (items: Record<string, unknown>[]) => {
  for (let i = 0; i < items.length; i += 25) {
    const puts = items.slice(i, i + 25).map((Item) => ({ PutRequest: { Item } }));
    await table.send(new BatchWriteCommand({ RequestItems: { [tableName]: puts } }));
  }
};
beforeEach(() => {
  queues.sent.length = 0;
  for (const lane of Object.keys(queues.waiting)) delete queues.waiting[lane];
});

const now = Date.now();
/** A sweep at that instant, whose time is never over. */
const sweep = () => {
  jest.spyOn(performance, "now").mockReturnValue(0);
  return atInstant(now, handler).finally(() => jest.restoreAllMocks());
};
const owner = { account_id: "acct_1", mode: "live" } as const;

async function endpoint(id: string, more: object = {}): Promise<void> {
  const created_at = new Date(now).toISOString();
  const url = "https://hooks.example.com/";
  const fields = { id, url, events: ["*"], status: "active", created_at, secrets: [], ...more };
  await write([{ ...keys.keys.webhook(owner, id), ...owner, ...fields }]);
}

/** So many deliveries in one partition of the index, one due a moment after the other. */
async function due(count: number, endpoint: string, inMs: number): Promise<string[]> {
  const ids = await Promise.all(
    Array.from({ length: count }, async () =>
      (await deliveryId(newPing(endpoint, false, new Date(now)).id, endpoint)).replace(/.$/, "0"),
    ),
  );
  await write(
    ids.map((id, i) => ({
      ...keys.keys.delivery(owner, endpoint, id),
      by_due: keys.dueShardOf(id),
      due_at: new Date(now + inMs + i).toISOString(),
    })),
  );
  return ids;
}
const idsSent = () => new Set(queues.sent.map(({ delivery_id }) => delivery_id));
/** How many endpoints a sweep says that we keep waiting, to whom an alarm listens. */
const keptWaiting = async () =>
  Number(/"DeliveriesLate":(\d+)/.exec(await logLines(sweep))?.[1] ?? Number.NaN);

/** What a list of the due deliveries finds, and until when it would find nothing. */
const listed = async (at: number, isTimeLeft = (_found: number) => true) => {
  const ids: string[] = [];
  const act = async (page: { delivery_id: string }[]) => {
    ids.push(...page.map(({ delivery_id }) => delivery_id));
  };
  return { next: await listDue(dueDeliveries, new Date(at), act, () => isTimeLeft(ids.length)), ids };
};

test("all that is due in the next minute is hinted in one run, thrice as much as a page and in one partition", async () => {
  const ids = await due(1_500, "wh_soon", 30_000);
  expect(await keptWaiting()).toBe(0);
  expect(idsSent()).toEqual(new Set(ids));
  expect(queues.sent.every(({ delay }) => delay > 0 && delay <= 35)).toBe(true);
  // When its time is over, it begins no further page.
  expect((await listed(now, (count) => count < 600)).ids).toHaveLength(1_000);
});

test("an endpoint that we keep waiting is counted as late, and a slow one is not", async () => {
  await endpoint("wh_slow", { slow: true });
  await endpoint("wh_stuck");
  const late = [...(await due(3, "wh_slow", -3_600_000)), ...(await due(2, "wh_stuck", -3_600_000))];
  expect(await keptWaiting()).toBe(1);
  expect(late.filter((id) => !idsSent().has(id))).toEqual([]);
});

test("a payout is late half an hour after its rail should have been asked", async () => {
  const ids = [29, 31, 32].map((minutes) => {
    const due_at = new Date(now - minutes * 60_000).toISOString();
    return { id: sortableId("pay_", new Date(due_at)), due_at };
  });
  await write(
    ids.map(({ id, due_at }) => ({
      ...keys.keys.payment(owner, id),
      by_due: keys.dueShardOf(id, "payment"),
      due_at,
    })),
  );
  expect(/"PayoutsLate":(\d+)/.exec(await logLines(sweep))?.[1]).toBe("2");
});

describe("the instant before which a sweep finds nothing", () => {
  const MINUTE = 60_000;
  // Each case is on a day of its own, before the other tests' deliveries.
  const day = (before: number) => now - before * 86_400_000;

  test("is 75 s before the first delivery, though others fall due later", async () => {
    const at = day(10);
    await due(20, "wh_later", at - now + 300 * MINUTE);
    const [first] = await due(1, "wh_first", at - now + 180 * MINUTE);
    const { next, ids } = await listed(at);
    expect([next - at, ids]).toEqual([180 * MINUTE - 75_000, []]);
    expect((await listed(next - 1)).ids).toEqual([]);
    expect((await listed(next)).ids).toEqual([first]);
  });

  test.each([
    [11, "is overdue", -10 * MINUTE, 1],
    [12, "falls due within the next minute", MINUTE, 1],
    [13, "fell due just now, and has a hint that may be lost", -MINUTE, 0],
  ])("is not in the future on day %i, when a delivery %s", async (before, _, inMs, count) => {
    const at = day(before);
    await due(1, "wh_one", at - now + inMs);
    const { next, ids } = await listed(at);
    expect([next <= at, ids.length]).toEqual([true, count]);
  });

  test("is not in the future for a sweep that had no time to look", async () => {
    expect((await listed(day(14))).next).toBeGreaterThan(day(14));
    expect((await listed(day(14), () => false)).next).toBeLessThanOrEqual(day(14));
  });

  test("does not hide what falls due soon behind what is overdue in the same shard", async () => {
    const at = day(15);
    const overdue = await due(2, "wh_behind", at - now - 60 * MINUTE);
    const soon = await due(1, "wh_soon_too", at - now + MINUTE);
    expect(new Set((await listed(at)).ids)).toEqual(new Set([...overdue, ...soon]));
  });
});

test("a sweep sends at most 20,000 copies", () => {
  const overdue = overdueHints<{ endpoint_id: string; due_at: string }>(new Date(now));
  const due_at = new Date(now - 3_600_000).toISOString();
  for (let i = 0; i < 25_000; i++) overdue.add({ endpoint_id: `wh_${i % 100}`, due_at });
  expect([overdue.count(), overdue.chosen(0).length]).toEqual([25_000, 20_000]);
});

test("a sweep sends no copies, whichever lane the hints are in", async () => {
  const ids = await due(30, "wh_backlog", -600_000);
  const copies = async (lanes: typeof queues.waiting) => {
    Object.assign(queues.waiting, lanes);
    queues.sent.length = 0;
    await sweep();
    return ids.filter((id) => idsSent().has(id)).length;
  };
  expect(await copies({})).toBe(30);
  expect(await copies({ first: { waiting: 5_000 } })).toBe(0);
  expect(await copies({ first: {}, later: { inWork: 5_000 } })).toBe(0);
  expect(await copies({ later: {}, slow: { waiting: 2_500, inWork: 2_500 } })).toBe(0);
  expect(await copies({ slow: {} })).toBe(30);
});

test("a sweep each minute for a day sends a delivery at most a handful of hints", () => {
  const start = Date.parse("2026-11-22T00:00:00.000Z");
  const backlog = Array.from({ length: 50 }, (_, i) => ({
    endpoint_id: "wh_hangs",
    due_at: new Date(start + i * 1_234).toISOString(),
  }));
  const hints = new Map(backlog.map((each) => [each, 0]));
  for (let minute = 0; minute < 24 * 60; minute++) {
    const overdue = overdueHints<(typeof backlog)[number]>(new Date(start + minute * 60_000));
    for (const each of backlog) overdue.add(each);
    for (const each of overdue.chosen(50)) hints.set(each, (hints.get(each) ?? 0) + 1);
  }
  expect(Math.min(...hints.values())).toBeGreaterThanOrEqual(5);
  expect(Math.max(...hints.values())).toBeLessThanOrEqual(10);
});

test("a reminder is sent to every delivery, though an endpoint has older ones than its share", () => {
  const now = new Date("2026-11-22T00:00:00.000Z");
  const overdue = overdueHints<{ endpoint_id: string; due_at: string }>(now);
  const lateBy = (minutes: number) => {
    const due_at = new Date(now.getTime() - minutes * 60_000).toISOString();
    const each = { endpoint_id: "wh_hangs", due_at };
    overdue.add(each);
    return each;
  };
  for (let i = 0; i < 2_000; i++) lateBy(60 + i / 100);
  const reminded = [lateBy(20), lateBy(5)];
  expect(overdue.chosen(overdue.count())).toEqual(expect.arrayContaining(reminded));
  expect(overdue.chosen(overdue.count() - 1)).toHaveLength(1_000);
});
