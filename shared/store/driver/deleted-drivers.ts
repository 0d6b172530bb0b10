import { formYears, identityStoredUntil } from "../../domain/driver/deleted-driver.ts";
import { Driver, DriverTotals } from "../../domain/driver/driver.ts";
import { driverUpdated } from "../../domain/event/driver-events.ts";
import { addressOf, type Owner } from "../../domain/item/owner.ts";
import { isReported } from "../../domain/tax/form-1099.ts";
import type { TaxDocument } from "../../domain/tax/tax-document.ts";
import type { TaxRules } from "../../domain/tax/years/tax-year.ts";
import { emitWrite } from "../event/events.ts";
import { keys, partitionOf } from "../keys/keys.ts";
import { addToCounts } from "../table/counts.ts";
import { addToDay } from "../table/day-writes.ts";
import { untilWritten } from "../table/decided.ts";
import { absent, exists } from "../table/expressions.ts";
import { outboxWrite } from "../table/outbox.ts";
import { oldestInParts } from "../table/pages.ts";
import { findAs } from "../table/reads.ts";
import { type Item, transact, ttlAt, type Write } from "../table/table.ts";
import { change, putNew, remove } from "../table/writes.ts";
import { lastDocumentWrites } from "../tax/tax-documents.ts";
import { isUnchanged } from "./driver-changes.ts";
import { type DriverItems, findDriverItems } from "./driver-items.ts";
import { lookupWrites } from "./driver-lookups.ts";
import { LOG_CHANGES, yearAttributes } from "./driver-years.ts";
import { driverEventData } from "./drivers.ts";

const DAY_SECONDS = 24 * 60 * 60;
const RECORDS_A_READ = 500;

/** What stays for tax forms: the sealed identity, and the forms that are issued now because no walk will. */
export type TaxRemains = { identity: string; documents: readonly TaxDocument[] };

/** Its sums move to another item, so later additions are refused. A timer deletes its own partitions. */
export async function deleteDriver(
  owner: Owner,
  id: string,
  remainsOf: (items: DriverItems) => Promise<TaxRemains>,
  now: Date,
): Promise<"deleted" | "gone" | "pending"> {
  return untilWritten<"deleted" | "gone" | "pending">(async () => {
    const items = await findDriverItems(owner, id);
    if (!items) return { answer: "gone" };
    const driver = Driver.parse(items[0]);
    const totals = items[1];
    if (DriverTotals.parse(totals).pending > 0) return { answer: "pending" };
    const until = identityStoredUntil(totals);
    const kept =
      until === undefined ? undefined : { ...(await remainsOf(items)), ttl: ttlAt(until, DAY_SECONDS) };
    const record = {
      ...(kept ? totals : countsIn(totals)),
      ...keys.deletedDriver(owner, id),
      deleted_at: now.toISOString(),
      ...(kept && { identity: kept.identity, ttl: kept.ttl }),
      ...Object.fromEntries((kept?.documents ?? []).map((form) => [yearAttributes(form.year).form, form.id])),
    };
    const event = {
      ...driverEventData({ ...driver, events: driver.events + 1 }),
      status: "deleted" as const,
      changed: ["status"],
    };
    const conflict = await transact({
      // The lookups to delete are those of the driver as it was read.
      driver: remove(keys.driver(owner, id), { when: isUnchanged(driver) }),
      totals: totalsDelete(owner, id, totals, now),
      record: putNew(record),
      documents: kept && lastDocumentWrites(owner, kept.documents, kept.ttl),
      lookups: lookupWrites(owner, driver, undefined),
      count: addToCounts(owner, "drivers", id, { active: -1 }),
      day: addToDay(owner, "drivers", id, { active: -1 }),
      erasure: outboxWrite(erasure(owner, id, now), now),
      event: emitWrite(owner, driverUpdated, event),
    });
    return conflict ? undefined : { answer: "deleted" };
  });
}

/** Without a form to correct, only the payouts' numbers and sums stay: lists and the ledger show them. */
const countsIn = (totals: Item): Item =>
  Object.fromEntries(
    sumNames.filter((name) => name !== "lifetime_earnings").map((name) => [name, totals[name]]),
  );

const sumNames = Object.keys(DriverTotals.shape);

const erasure = (owner: Owner, id: string, now: Date) => ({
  kind: "timer" as const,
  timer: "erase-driver" as const,
  name: id,
  input: { id: addressOf(owner, id), at: now.toISOString() },
});

/** A condition can compare attributes one by one only, and those that are missing must stay missing. */
function totalsDelete(owner: Owner, id: string, totals: Item, now: Date): Write {
  const { pk: _, sk: __, ...sums } = totals;
  const missing = Object.fromEntries(possibleSums(totals, now).map((name) => [name, absent]));
  return remove(keys.driverTotals(owner, id), { when: { ...exists, ...missing, ...sums } });
}

/**
 * A write that runs meanwhile can add payouts to a year around now, or a form to a year with payouts. All
 * others change the count of the log.
 */
function possibleSums(totals: Item, now: Date): string[] {
  const year = now.getUTCFullYear();
  const years = [...formYears(totals), year - 1, year, year + 1];
  return [...sumNames, ...years.flatMap((of) => Object.values(yearAttributes(of))), LOG_CHANGES];
}

export const findDeletedTotals = (owner: Owner, id: string): Promise<DriverTotals | undefined> =>
  findAs(keys.deletedDriver(owner, id), DriverTotals);

export async function findDeletedYear(owner: Owner, id: string, year: number) {
  const record = await findDeletedTotals(owner, id);
  if (record?.identity === undefined) return undefined;
  const { paid, tips, form } = yearAttributes(year);
  return {
    identity: String(record.identity),
    ttl: Number(record.ttl),
    paid: Number(record[paid] ?? 0),
    tips: Number(record[tips] ?? 0),
    form: record[form] as string | undefined,
  };
}

/** The ids of the deleted drivers whose payouts of a year are reported, and who have no form of it. */
export async function* deletedWithoutForm(owner: Owner, rules: TaxRules): AsyncGenerator<string> {
  const partition = partitionOf("deleted_driver", owner);
  const { paid, form } = yearAttributes(rules.year);
  for await (const items of oldestInParts({ partition }, undefined, RECORDS_A_READ))
    for (const { sk, identity, [paid]: sum, [form]: issued } of items)
      if (identity !== undefined && issued === undefined && isReported(Number(sum ?? 0), rules))
        yield String(sk);
}

/** Adds to a deleted driver's sums: a completed payout can still be refunded. */
export const deletedTotalsWrite = (owner: Owner, id: string, add: Readonly<Record<string, number>>): Write =>
  change(keys.deletedDriver(owner, id), { add, when: exists });
