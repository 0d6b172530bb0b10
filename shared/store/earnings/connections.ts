import { Connection, finalThrough, newConnection } from "../../domain/earnings/connection.ts";
import type { Consent } from "../../domain/earnings/consent.ts";
import { mergeEarnings, NO_DAYS } from "../../domain/earnings/earnings.ts";
import { platformConnected, platformDisconnected } from "../../domain/event/earnings-events.ts";
import type { Owner } from "../../domain/owner.ts";
import { totalsWrite } from "../driver/drivers.ts";
import { emitWrite } from "../event/events.ts";
import { keys } from "../keys/keys.ts";
import { untilWritten } from "../table/decided.ts";
import { exists, startsWith } from "../table/expressions.ts";
import { itemsOf } from "../table/reads.ts";
import { transact } from "../table/table.ts";
import { change } from "../table/writes.ts";
import { consentAnswerWrite, givenConsentWrite } from "./consents.ts";
import { findConnection, findEarnings } from "./earnings.ts";
import { connectionWrite, monthWrite, type Read, syncedEvent } from "./syncs.ts";

/** A driver's connections, past ones included. A consistent read. */
export async function listConnections(owner: Owner, driverId: string): Promise<Connection[]> {
  const { pk, sk } = keys.connection(owner, driverId, "");
  const items = await itemsOf({ pk, sk: startsWith(sk) });
  return items.map((item) => Connection.parse(item));
}

/**
 * Connects a gig platform with the earnings read for it, in one transaction. Returns false when the consent
 * already has an answer. The driver's sum grows by the difference to the stored months. The condition on
 * `syncs` proves that the months are unchanged, so `syncs` is read before them.
 */
export async function putConnection(
  consent: Consent,
  state: string,
  read: Read,
  now: Date,
): Promise<boolean> {
  const { driver_id, platform } = consent;
  return untilWritten<boolean>(async (attempt) => {
    const before = await findConnection(consent, driver_id, platform);
    const kept = await findEarnings(consent, driver_id, read.period);
    // A faster sync may have read newer days, which this reading cannot void.
    const reading = attempt === 0 ? read : { ...read, period: NO_DAYS };
    const { months, added, changed } = mergeEarnings(platform, kept, reading, finalThrough(before));
    const connection = newConnection(platform, before, changed.length > 0, now);
    const conflict = await transact([
      consentAnswerWrite(state, "connected", now),
      connectionWrite(consent, driver_id, connection, before),
      ...months.map((month) => monthWrite(consent, driver_id, month)),
      change(keys.driver(consent, driver_id), { add: platforms(platform), when: exists }),
      givenConsentWrite(consent, state),
      ...(added === 0 ? [] : [totalsWrite(consent, driver_id, { lifetime_earnings: added })]),
      emitWrite(
        consent,
        platformConnected,
        { ...eventData(driver_id, connection), status: "connected" },
        now,
      ),
      ...syncedEvent(consent, driver_id, connection, { ...read.period, changed_days: changed }, now),
    ]);
    if (!conflict) return { answer: true };
    return conflict.found[0] && { answer: false };
  });
}

/** The data of a connection's events: where to look, and no amounts. */
const eventData = (driver_id: string, { platform, events }: Connection) => ({
  object: "platform_connection" as const,
  driver_id,
  platform,
  sequence: events,
});

/**
 * Ends a connection and keeps its earnings. Returns whether there was one. With `connectedAt`, it ends only
 * the connection of this instant, and not one that replaced it meanwhile.
 */
export async function deleteConnection(
  owner: Owner,
  driverId: string,
  platform: string,
  now: Date,
  connectedAt?: string,
): Promise<boolean> {
  return untilWritten<boolean>(async () => {
    const before = await findConnection(owner, driverId, platform);
    const isIt = connectedAt === undefined || before?.connected_at === connectedAt;
    if (before?.status !== "connected" || !isIt) return { answer: false };
    const after = { ...before, status: "disconnected" as const, events: before.events + 1 };
    const conflict = await transact([
      connectionWrite(owner, driverId, after, before),
      change(keys.driver(owner, driverId), { takeOut: platforms(platform), when: exists }),
      emitWrite(
        owner,
        platformDisconnected,
        { ...eventData(driverId, after), status: "disconnected" as const },
        now,
      ),
    ]);
    return conflict ? undefined : { answer: true };
  });
}

const platforms = (platform: string) => ({ platforms_connected: new Set([platform]) });
