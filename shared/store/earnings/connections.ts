import { Connection, finalThrough, newConnection } from "../../domain/earnings/connection.ts";
import { type Consent, consentStanding } from "../../domain/earnings/consent.ts";
import { mergeEarnings, NO_DAYS } from "../../domain/earnings/earnings.ts";
import { platformConnected, platformDisconnected } from "../../domain/event/earnings-events.ts";
import type { Owner } from "../../domain/item/owner.ts";
import { claimsOf, type Receipt } from "../../domain/receipt/receipt.ts";
import { totalsWrite } from "../driver/drivers.ts";
import { emitWrite } from "../event/events.ts";
import { keys } from "../keys/keys.ts";
import { receiptWrite } from "../receipt/receipts.ts";
import { untilWritten } from "../table/decided.ts";
import { exists, startsWith } from "../table/expressions.ts";
import { itemsOf } from "../table/reads.ts";
import { type WritePart, transact } from "../table/table.ts";
import { change } from "../table/writes.ts";
import { consentAnswerWrite, givenConsentWrite, withdrawalWrite } from "./consents.ts";
import { findConnection, findEarnings } from "./earnings.ts";
import { connectionWrite, monthWrite, type Read, syncedEvent } from "./syncs.ts";

export async function listConnections(owner: Owner, driverId: string): Promise<Connection[]> {
  const { pk, sk } = keys.connection(owner, driverId, "");
  const items = await itemsOf({ pk, sk: startsWith(sk) });
  return items.map((item) => Connection.parse(item));
}

/**
 * False: the consent has an answer. The sum grows by the difference to the stored months. The condition on
 * `syncs` proves that these are unchanged, so it is read before them. `receipt`: absent where no person
 * acted.
 */
export async function putConnection(
  consent: Consent,
  state: string,
  read: Read,
  now: Date,
  receipt?: Receipt,
): Promise<boolean> {
  const { driver_id, platform } = consent;
  return untilWritten<boolean>(async (attempt) => {
    const before = await findConnection(consent, driver_id, platform);
    const kept = await findEarnings(consent, driver_id, read.period);
    // A faster sync may have read newer days, which this reading cannot void.
    const reading = attempt === 0 ? read : { ...read, period: NO_DAYS };
    const { months, added, changed } = mergeEarnings(platform, kept, reading, finalThrough(before));
    const connection = newConnection(platform, before, changed.length > 0, now);
    const conflict = await transact({
      answer: consentAnswerWrite(state, "connected", now, receipt && claimsOf(receipt).jti),
      connection: connectionWrite(consent, driver_id, connection, before),
      months: months.map((month) => monthWrite(consent, driver_id, month)),
      driver: change(keys.driver(consent, driver_id), { add: platforms(platform), when: exists }),
      consent: givenConsentWrite(consent, state),
      totals: added === 0 ? undefined : totalsWrite(consent, driver_id, { lifetime_earnings: added }),
      event: emitWrite(consent, platformConnected, {
        ...eventData(driver_id, connection),
        status: "connected",
      }),
      synced: syncedEvent(consent, driver_id, connection, { ...read.period, changed_days: changed }),
      receipt: receipt && receiptWrite(receipt),
    });
    if (!conflict) return { answer: true };
    return conflict.found.answer && { answer: false };
  });
}

/** Where to look, and no amounts. */
const eventData = (driver_id: string, { platform, events }: Connection) => ({
  object: "platform_connection" as const,
  driver_id,
  platform,
  sequence: events,
});

/** Ends a connection and keeps its earnings. Returns whether there was one. */
export async function deleteConnection(owner: Owner, driverId: string, platform: string): Promise<boolean> {
  return untilWritten<boolean>(async () => {
    const before = await findConnection(owner, driverId, platform);
    if (before?.status !== "connected") return { answer: false };
    const conflict = await transact(endWrites(owner, driverId, before));
    return conflict ? undefined : { answer: true };
  });
}

/** Also ends the connection that this consent made, and no newer one. Returns whether this call did. */
export async function putWithdrawal(
  consent: Consent,
  state: string,
  receipt: Receipt,
  now: Date,
): Promise<boolean> {
  const { driver_id, platform } = consent;
  return untilWritten<boolean>(async () => {
    const before = await findConnection(consent, driver_id, platform);
    const ends = before && consentStanding(consent, before) === "sharing";
    const conflict = await transact({
      withdrawal: withdrawalWrite(state, now, claimsOf(receipt).jti),
      receipt: receiptWrite(receipt),
      end: ends ? endWrites(consent, driver_id, before) : undefined,
    });
    if (!conflict) return { answer: true };
    return conflict.failed.withdrawal ? { answer: false } : undefined;
  });
}

function endWrites(owner: Owner, driverId: string, before: Connection): WritePart[] {
  const after = { ...before, status: "disconnected" as const, events: before.events + 1 };
  return [
    connectionWrite(owner, driverId, after, before),
    change(keys.driver(owner, driverId), { takeOut: platforms(before.platform), when: exists }),
    emitWrite(owner, platformDisconnected, {
      ...eventData(driverId, after),
      status: "disconnected" as const,
    }),
  ];
}

const platforms = (platform: string) => ({ platforms_connected: new Set([platform]) });
