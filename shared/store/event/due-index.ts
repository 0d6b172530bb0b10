import { oldestStoredId } from "./events.ts";
import { deliveryAt, dueShards, type Key, payoutAt } from "../keys/keys.ts";
import { above, between } from "../table/expressions.ts";
import { type QueryOptions, query } from "../table/reads.ts";
import type { Item } from "../table/table.ts";

type Kind<Place> = {
  shards: readonly string[];
  placeOf: (key: Key) => Place;
  oldest?: (now: Date) => string;
};

/** DynamoDB deletes expired items up to days late. An expired delivery is not sent any more. */
export const dueDeliveries = {
  shards: dueShards.delivery,
  placeOf: deliveryAt,
  oldest: (now: Date) => oldestStoredId("dlv_", now),
};
export const duePayouts = { shards: dueShards.payment, placeOf: payoutAt };

export type DueDelivery = ReturnType<typeof deliveryAt> & { due_at: string };

/** The sweeper runs every minute. Two runs may start a little further apart. */
const AHEAD_MS = 75_000;
/** A younger item may still have its own hint in a queue. */
const OVERDUE_MS = 5 * 60_000;
const PAGE = 500;
/** The client has 50 connections, and deliveries and payouts are walked at the same time. */
const SHARDS_AT_ONCE = 8;
const LOWEST = " ";

/**
 * Lists what falls due in the next minute and what is overdue, oldest first, while there is time. A shard
 * that fails does not stop the others. Returns until when, in ms, a call finds none unless an item changes.
 */
export async function listDue<Place>(
  { shards, placeOf, oldest = () => LOWEST }: Kind<Place>,
  now: Date,
  act: (page: (Place & { due_at: string })[]) => Promise<void>,
  isTimeLeft: () => boolean,
): Promise<number> {
  const start = now.getTime();
  const at = (ms: number) => new Date(start + ms).toISOString();
  let next = Number.POSITIVE_INFINITY;
  const walk = async (shard: string, from: string, to: string) => {
    for (let after: Item | undefined, begun = false; (after || !begun) && isTimeLeft(); begun = true) {
      const page = await due(shard, between(from, to), { ExclusiveStartKey: after });
      after = page.LastEvaluatedKey;
      const items = (page.Items ?? []).filter(({ sk }) => String(sk) >= oldest(now));
      if (items.length > 0) next = start;
      await act(
        items.map(({ pk, sk, due_at }) => ({
          ...placeOf({ pk: String(pk), sk: String(sk) }),
          due_at: String(due_at),
        })),
      );
    }
  };
  const walkSoon = async (shard: string, first?: Item) => {
    if (!first) return;
    const listedAt = Date.parse(String(first.due_at)) - AHEAD_MS;
    next = Math.min(next, listedAt);
    if (listedAt <= start) await walk(shard, at(0), at(AHEAD_MS));
  };
  const walkShard = async (shard: string) => {
    const first = await firstDue(shard, LOWEST);
    if (!first || String(first.due_at) > at(-OVERDUE_MS)) return walkSoon(shard, first);
    const soon = firstDue(shard, at(-OVERDUE_MS)).then((first) => walkSoon(shard, first));
    for (const walked of await Promise.allSettled([walk(shard, LOWEST, at(-OVERDUE_MS)), soon]))
      if (walked.status === "rejected") throw walked.reason;
  };
  const walks: PromiseSettledResult<void>[] = [];
  // Another shard is first each minute, so when time ends early it is not always the same that wait.
  const turn = Math.floor(start / 60_000) % shards.length;
  const order = [...shards.slice(turn), ...shards.slice(0, turn)];
  while (order.length > 0) {
    const some = order.splice(0, SHARDS_AT_ONCE);
    walks.push(...(await Promise.allSettled(some.map(walkShard))));
  }
  for (const walked of walks) if (walked.status === "rejected") throw walked.reason;
  return isTimeLeft() ? next : start;
}

const firstDue = async (shard: string, after: string): Promise<Item | undefined> =>
  (await due(shard, above(after), { Limit: 1 })).Items?.[0];

const due = (shard: string, due_at: unknown, options: QueryOptions) =>
  query({ IndexName: "by_due", key: { by_due: shard, due_at }, Limit: PAGE, ...options });
