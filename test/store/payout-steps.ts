import { expect } from "@jest/globals";
import { createDriver } from "../../shared/domain/driver/driver.ts";
import type { Difference } from "../../shared/domain/ledger/audit.ts";
import { newCorrection } from "../../shared/domain/ledger/correction.ts";
import type { LedgerAccount } from "../../shared/domain/ledger/entry.ts";
import { newFunding } from "../../shared/domain/ledger/funding.ts";
import type { Owner } from "../../shared/domain/item/owner.ts";
import type { Payout } from "../../shared/domain/payout/payout.ts";
import { createPayout } from "../../shared/domain/payout/payout-request.ts";
import type { AuditPlace } from "../../shared/store/ledger/audit/audit-place.ts";
import { tick } from "./century-ahead.ts";
import { store } from "./store.ts";

const { auditPage, putCorrection, putFunding } = store;

let accounts = 0;
export const newOwner = (): Owner => ({ account_id: `acct_${++accounts}`, mode: "test" });

export async function newDriver(owner: Owner): Promise<string> {
  const driver = createDriver({ email: "a@example.com", first_name: "A", last_name: "B" }, tick());
  await store.putDriver(owner, driver, undefined);
  return driver.id;
}

export async function newPayout(owner: Owner, driver_id: string, amount: number): Promise<Payout> {
  const payout = createPayout({ driver_id, amount, currency: "usd", method: "standard" }, undefined, tick());
  await store.putPayout(owner, payout, undefined);
  // As it is stored, if its driver exists.
  return (await store.findPayout(owner, payout.id)) ?? payout;
}

let wires = 0;
export const fund = async (owner: Owner, amount: number, reference = `wire ${++wires}`) =>
  putFunding(owner, await newFunding(amount, reference, tick()), undefined);

export type Move = [from: LedgerAccount, to: LedgerAccount, amount: number];

/** Returns the entry, or why there is none. */
export const correct = async (owner: Owner, corrects: string, [from, to, amount]: Move) =>
  putCorrection(owner, await newCorrection(corrects, { from, to, amount }, "Ticket 17: wrong fee", tick()));

/** What the audit finds in an owner's ledger at an instant. */
export async function audited(owner: Owner, now = new Date()): Promise<Difference[]> {
  const differences: Difference[] = [];
  for (let place: AuditPlace | undefined = { part: "entries", sums: {} }; place; ) {
    const page: Awaited<ReturnType<typeof auditPage>> = await auditPage(owner, place, now);
    differences.push(...page.differences);
    expect(page.busy).toEqual([]);
    place = page.next;
  }
  return differences;
}
