import { type Connection, finalThrough, syncedConnection } from "../../domain/earnings/connection.ts";
import {
  type DailyEarnings,
  type EarningsMonth,
  mergeEarnings,
  NO_DAYS,
} from "../../domain/earnings/earnings.ts";
import type { Period } from "../../domain/earnings/period.ts";
import { earningsSynced } from "../../domain/event/earnings-events.ts";
import type { Owner } from "../../domain/item/owner.ts";
import { totalsWrite } from "../driver/drivers.ts";
import { emitWrite } from "../event/events.ts";
import { keys } from "../keys/keys.ts";
import { untilWritten } from "../table/decided.ts";
import { isNew } from "../table/expressions.ts";
import { transactOnce } from "../table/idempotency.ts";
import type { Emission, Write } from "../table/table.ts";
import { put } from "../table/writes.ts";
import { findConnection, findEarnings } from "./earnings.ts";

export type Read = { period: Period; rows: readonly DailyEarnings[] };

/** The days that a sync read, and those of them whose figures are new. */
export type Synced = Period & { changed_days: string[] };

type Sync = {
  owner: Owner;
  driverId: string;
  connection: Connection;
  read: Read;
  now: Date;
  remember: (synced: Synced) => Write | undefined;
};

/** Undefined: the driver or the connection is gone. A faster sync makes it start again. */
export async function putSync({
  owner,
  driverId,
  read,
  now,
  remember,
  ...sync
}: Sync): Promise<Synced | undefined> {
  let { connection } = sync;
  const { platform } = connection;
  return untilWritten<Synced | undefined>(async (attempt) => {
    const kept = await findEarnings(owner, driverId, read.period);
    // A faster sync may have read newer days, which this reading cannot void.
    const reading = attempt === 0 ? read : { ...read, period: NO_DAYS };
    const { months, added, changed } = mergeEarnings(platform, kept, reading, finalThrough(connection));
    const synced = { ...read.period, changed_days: changed };
    const after = syncedConnection(connection, changed.length > 0, now);
    const conflict = await transactOnce(
      {
        connection: connectionWrite(owner, driverId, after, connection),
        months: months.map((month) => monthWrite(owner, driverId, month)),
        totals: added === 0 ? undefined : totalsWrite(owner, driverId, { lifetime_earnings: added }),
        event: syncedEvent(owner, driverId, after, synced),
      },
      remember(synced),
    );
    if (!conflict) return { answer: synced };
    const current = await findConnection(owner, driverId, platform);
    if (current?.status !== "connected" || current.syncs === connection.syncs) return { answer: undefined };
    connection = current;
    return undefined;
  });
}

export const syncedEvent = (
  owner: Owner,
  driver_id: string,
  { platform, synced_events: sequence }: Connection,
  synced: Synced,
): Emission | undefined =>
  synced.changed_days.length === 0
    ? undefined
    : emitWrite(owner, earningsSynced, { object: "earnings", driver_id, platform, ...synced, sequence });

export const monthWrite = (owner: Owner, driverId: string, month: EarningsMonth): Write =>
  put({ ...keys.earnings(owner, driverId, month.month, month.platform), ...month });

/** The write of a connection that no other sync or answer has changed since it was read. */
export const connectionWrite = (
  owner: Owner,
  driverId: string,
  connection: Connection,
  before: Connection | undefined,
): Write =>
  put(
    { ...keys.connection(owner, driverId, connection.platform), ...connection },
    { when: before ? { syncs: before.syncs, status: before.status } : isNew },
  );
