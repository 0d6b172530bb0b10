import { firstIdAfter } from "../../domain/ids.ts";
import { Mode, type Owner } from "../../domain/owner.ts";
import { listAccountsAfter } from "../account/account-directory.ts";
import { directoryShards, outboxOf, partitionsOf } from "../keys/keys.ts";
import { oldest, type Range } from "../table/pages.ts";
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
  for await (const account_id of accounts()) {
    const owners = Mode.options.map((mode): Owner => ({ account_id, mode }));
    const ranges = owners.map((owner) => ({ partition: partitionsOf("event", owner), from: first("evt_") }));
    yield { name: account_id, ranges };
  }
}

export async function* listPagesOf(range: Range, after?: string): AsyncGenerator<Item[]> {
  for (let from = after === undefined ? range.from : `${after}~`; ; ) {
    const page = await oldest({ ...range, ...(from && { from }) }, PAGE);
    if (page.length > 0) yield page;
    if (page.length < PAGE) return;
    from = `${page.at(-1)?.sk}~`;
  }
}

async function* accounts(): AsyncGenerator<string> {
  for (const shard of directoryShards) {
    for (let after: string | undefined; ; ) {
      const some = await listAccountsAfter(shard, after, PAGE);
      yield* some;
      if (some.length < PAGE) break;
      after = some.at(-1);
    }
  }
}
