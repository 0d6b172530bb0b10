import { firstIdAfter } from "../../domain/item/ids.ts";
import { Mode, type Owner } from "../../domain/item/owner.ts";
import { accountsInParts } from "../account/account-directory.ts";
import { outboxOf, partitionOf } from "../keys/keys.ts";
import { oldestInParts, type Range } from "../table/pages.ts";
import type { Item } from "../table/table.ts";

const HOUR_MS = 60 * 60 * 1000;
const PAGE = 100;

export type Place = { name: string; ranges: Range[] };

/** All places since an instant, in a fixed order. The outbox keeps 7 days, events 30, the stream one. */
export async function* listPartitionsSince(since: Date, now: Date): AsyncGenerator<Place> {
  const first = (prefix: string) => firstIdAfter(prefix, new Date(since.getTime() - 1).toISOString());
  for (
    let hour = since;
    hour.getTime() < now.getTime() + HOUR_MS;
    hour = new Date(hour.getTime() + HOUR_MS)
  ) {
    const ranges = outboxOf(hour).map((partition) => ({ partition, from: first("") }));
    yield { name: hour.toISOString().slice(0, 13), ranges };
  }
  for await (const accounts of accountsInParts(PAGE))
    for (const account_id of accounts) {
      const owners = Mode.options.map((mode): Owner => ({ account_id, mode }));
      const ranges = owners.map((owner) => ({ partition: partitionOf("event", owner), from: first("evt_") }));
      yield { name: account_id, ranges };
    }
}

export const listPagesOf = (range: Range, after?: string): AsyncGenerator<Item[]> =>
  oldestInParts(range, after, PAGE);
