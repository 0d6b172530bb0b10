import type { OutboxEntry } from "../../domain/event/outbox.ts";
import { sortableId } from "../../domain/ids.ts";
import { keys } from "../keys/keys.ts";
import { ttlAt, type Write } from "./table.ts";
import { putNew } from "./writes.ts";

/** Longer than the stream's 24 hours, so that operators can redrive an entry. */
const KEPT_FOR_SECONDS = 7 * 24 * 60 * 60;

/** The write of an outbox entry, for the transaction of the change that it follows. */
export const outboxWrite = (entry: OutboxEntry, now: Date): Write =>
  putNew({ ...keys.outbox(sortableId("", now)), ...entry, ttl: ttlAt(now, KEPT_FOR_SECONDS) });
