import type { Owner } from "../../domain/item/owner.ts";
import { InboxItem } from "../../domain/webhook/inbox.ts";
import { DAY } from "../../domain/limit/window.ts";
import { keys, partitionOf } from "../keys/keys.ts";
import { newest } from "../table/pages.ts";
import { ttlAt, write } from "../table/table.ts";
import { put } from "../table/writes.ts";

/** Puts a delivery into the test receiver. A later attempt at the same event replaces it. */
export async function putInboxItem(owner: Owner, item: InboxItem, now: Date): Promise<void> {
  await write(put({ ...keys.inbox(owner, item.event_id), ...item, ttl: ttlAt(now, DAY) }));
}

export async function listInboxItems(owner: Owner, limit: number): Promise<InboxItem[]> {
  const { data } = await newest({ partition: partitionOf("inbox", owner) }, limit);
  return data.map((item) => InboxItem.parse(item));
}
