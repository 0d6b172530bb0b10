import type { Owner } from "../../domain/owner.ts";
import { oldestStoredId } from "../event/events.ts";
import { deliveryAt, dueShards } from "../keys/keys.ts";
import { between } from "../table/expressions.ts";
import { query } from "../table/reads.ts";
import type { Item } from "../table/table.ts";

/** A delivery's place, and when it is due. */
export type Due = Owner & { endpoint_id: string; delivery_id: string; due_at: string };

/** The sweeper runs every minute. Two runs may start a little further apart. */
const AHEAD_MS = 75_000;
/** A younger delivery may still have its own hint in a queue. */
const OVERDUE_MS = 5 * 60_000;
const PAGE = 500;
const LOWEST = " ";

/**
 * Lists the deliveries that fall due in the next minute and those that are overdue, oldest first and a page
 * at a time, while there is time. All shards are read at once: one that cannot be read does not stop the
 * others.
 */
export async function listDueDeliveries(
  now: Date,
  act: (page: Due[]) => Promise<void>,
  isTimeLeft: () => boolean,
): Promise<void> {
  const at = (ms: number) => new Date(now.getTime() + ms).toISOString();
  // DynamoDB deletes expired items up to days late. An expired delivery is not sent any more.
  const oldest = oldestStoredId("dlv_", now);
  const walk = async (shard: string, from: string, to: string) => {
    for (let after: Item | undefined, begun = false; (after || !begun) && isTimeLeft(); begun = true) {
      const { Items = [], LastEvaluatedKey } = await due(shard, { from, to, after });
      after = LastEvaluatedKey;
      await act(Items.map(dueOf).filter(({ delivery_id }) => delivery_id >= oldest));
    }
  };
  const walks = await Promise.allSettled(
    dueShards.flatMap((shard) => [walk(shard, LOWEST, at(-OVERDUE_MS)), walk(shard, at(0), at(AHEAD_MS))]),
  );
  for (const one of walks) if (one.status === "rejected") throw one.reason;
}

const dueOf = ({ pk, sk, due_at }: Item): Due => ({
  ...deliveryAt({ pk: String(pk), sk: String(sk) }),
  due_at: String(due_at),
});

const due = (shard: string, { from, to, after }: { from: string; to: string; after: Item | undefined }) =>
  query({
    IndexName: "by_due",
    key: { by_due: shard, due_at: between(from, to) },
    ExclusiveStartKey: after,
    Limit: PAGE,
  });
