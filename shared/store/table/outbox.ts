import type { OutboxEntry } from "../../domain/event/outbox.ts";
import { sortableId } from "../../domain/item/ids.ts";
import { keys } from "../keys/keys.ts";
import { ttlAt, type Write } from "./table.ts";
import { putNew } from "./writes.ts";

/** Longer than the stream's 24 hours, so that operators can redrive an entry. */
const KEPT_FOR_SECONDS = 7 * 24 * 60 * 60;

/** An entry made of a relayed one can have its key, an existing item's. So the key comes last. */
export const outboxWrite = (entry: OutboxEntry, now: Date): Write =>
  putNew({ ...entry, ...keys.outbox(sortableId("", now)), ttl: ttlAt(now, KEPT_FOR_SECONDS) });
