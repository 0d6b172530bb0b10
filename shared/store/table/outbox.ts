import type { OutboxEntry } from "../../domain/event/outbox.ts";
import { sortableId } from "../../domain/ids.ts";
import { keys } from "../keys/keys.ts";
import { putNew, ttlAt, type Write } from "./table.ts";

/** Kept past the stream's 24 hours, so that operators can send an entry again. */
const KEPT_FOR_SECONDS = 7 * 24 * 60 * 60;

/** The write that leaves `entry` to the relay. It belongs into the transaction of the state change it follows. */
export const outboxWrite = (entry: OutboxEntry, now: Date): Write =>
  putNew({ ...keys.outbox(sortableId("", now)), ...entry, ttl: ttlAt(now, KEPT_FOR_SECONDS) });
