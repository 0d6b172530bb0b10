import { addressOf, type Owner, type SavingsScope } from "../../domain/item/owner.ts";
import { taxYearOf } from "../../domain/savings/contribution.ts";
import type { SavingsPlan } from "../../domain/savings/plan.ts";
import { capIn, Saver, savedIn, savedName } from "../../domain/savings/saver.ts";
import { keys } from "../keys/keys.ts";
import { hashMailbox } from "../signup/mailboxes.ts";
import { absent, atMost, type Condition, exists, type ItemFields, orAbsent } from "../table/expressions.ts";
import { transactOnce } from "../table/idempotency.ts";
import { findAs, itemsAt } from "../table/reads.ts";
import type { Write } from "../table/table.ts";
import { change } from "../table/writes.ts";

export const findSaver = (of: SavingsScope, person: string): Promise<Saver | undefined> =>
  findAs(keys.saver(of, person), Saver);

/** The secret of the hashes is replaced at times: who saves already keeps the hash of that time. */
export async function personOf(of: SavingsScope, hashes: readonly [string, ...string[]]): Promise<string> {
  const savers = await itemsAt(hashes.map((hash) => keys.saver(of, hash)));
  return hashes.find((hash) => savers.some(({ pk }) => pk === keys.saver(of, hash).pk)) ?? hashes[0];
}

export const personWith = async (owner: Owner, email: string): Promise<string> =>
  personOf(owner, await hashMailbox(email));

/** A member of a saver's `agreements` while it is active. It begins with the driver's address. */
export const memberOf = (owner: Owner, driverId: string, agreementId: string): string =>
  `${addressOf(owner, driverId)}#${agreementId}`;

/** In cents: the cap of the tax year of a payout that completes now, and what is left of it. */
export async function savingsRoom(of: SavingsScope, person: string, now: Date) {
  const year = taxYearOf(now.toISOString());
  const saver = (await findSaver(of, person)) ?? {};
  const cap = capIn(saver, year);
  return { year, cap, left: cap - savedIn(saver, year) };
}

type Elsewhere = { person: string; year: number; cap: number; amount: number };

/** Test mode: takes room as a payout of another company does in live mode. Returns whether it fitted. */
export async function saveElsewhere(
  of: SavingsScope,
  { person, year, cap, amount }: Elsewhere,
  memory: Write | undefined,
): Promise<boolean> {
  const saved = { person, agreement_id: "elsewhere", tax_year: year, amount };
  const hasRoom = { [savedName(year)]: orAbsent(atMost(cap - amount)) };
  return (await transactOnce([savedWrite(of, saved, { ...exists, ...hasRoom })], memory)) === undefined;
}

/** The newest terms hold for all partners. `member`: of the agreement. */
export const saverWrite = (
  of: SavingsScope,
  person: string,
  terms: { cap: number; age_50_in?: number | undefined },
  member: string,
): Write =>
  change(keys.saver(of, person), {
    set: { cap: terms.cap, age_50_in: terms.age_50_in, stopped_at: absent },
    add: { agreements: new Set([member]) },
  });

/** Stops all savings of a person at once, also of drivers who have a plan. What was saved stays counted. */
export const stopSaverWrite = (of: SavingsScope, person: string, now: Date): Write =>
  change(keys.saver(of, person), { set: { stopped_at: now.toISOString() } });

export const planWrite = (
  owner: Owner,
  driverId: string,
  plan: SavingsPlan | undefined,
  when: ItemFields = {},
): Write => change(keys.driver(owner, driverId), { set: { savings: plan }, when: { ...exists, ...when } });

/** Adds to what a person saved for a tax year, in cents. Below zero: gives the room back. */
export const savedWrite = (
  of: SavingsScope,
  {
    person,
    agreement_id,
    tax_year,
    amount,
  }: { person: string; agreement_id: string; tax_year: number; amount: number },
  when: Condition,
): Write =>
  change(keys.saver(of, person), {
    add: { [savedName(tax_year)]: amount, [savedName(tax_year, agreement_id)]: amount },
    when,
  });
