import { EXAMPLE_EMAIL } from "../../domain/email.ts";
import { isLive, type Mode, type Owner } from "../../domain/owner.ts";
import type { SavingsPlan } from "../../domain/savings/plan.ts";
import { Saver, savedName } from "../../domain/savings/saver.ts";
import { sameEmail } from "../../domain/text.ts";
import { keys } from "../keys/keys.ts";
import { hashMailbox } from "../signup/mailboxes.ts";
import { absent, type Condition, exists, type ItemFields } from "../table/expressions.ts";
import { findAs, itemsAt } from "../table/reads.ts";
import type { Write } from "../table/table.ts";
import { change } from "../table/writes.ts";

export const findSaver = (mode: Mode, person: string): Promise<Saver | undefined> =>
  findAs(keys.saver(mode, person), Saver);

/** The secret of the hashes is replaced at times: who saves already keeps the hash of that time. */
export async function personOf(mode: Mode, hashes: readonly [string, ...string[]]): Promise<string> {
  const savers = await itemsAt(hashes.map((hash) => keys.saver(mode, hash)));
  return hashes.find((hash) => savers.some(({ pk }) => pk === keys.saver(mode, hash).pk)) ?? hashes[0];
}

/** One for all partners of a mode. The person of the examples is another in each sandbox. */
export const personWith = async (owner: Owner, email: string): Promise<string> => {
  const isExample = !isLive(owner) && sameEmail(email) === EXAMPLE_EMAIL;
  return personOf(owner.mode, await hashMailbox(isExample ? `${owner.account_id}.${email}` : email));
};

/** The newest terms hold for all partners. `agreement`: its address. */
export const saverWrite = (
  mode: Mode,
  person: string,
  terms: { cap: number; age_50_in?: number | undefined },
  agreement: string,
): Write =>
  change(keys.saver(mode, person), {
    set: { cap: terms.cap, age_50_in: terms.age_50_in, stopped_at: absent },
    add: { agreements: new Set([agreement]) },
  });

/** Stops all savings of a person at once, also of drivers who have a plan. What was saved stays counted. */
export const stopSaverWrite = (mode: Mode, person: string, now: Date): Write =>
  change(keys.saver(mode, person), { set: { stopped_at: now.toISOString() } });

export const planWrite = (
  owner: Owner,
  driverId: string,
  plan: SavingsPlan | undefined,
  when: ItemFields = {},
): Write => change(keys.driver(owner, driverId), { set: { savings: plan }, when: { ...exists, ...when } });

/** Adds to what a person saved for a tax year, in cents. Below zero: gives the room back. */
export const savedWrite = (
  mode: Mode,
  {
    person,
    agreement_id,
    tax_year,
    amount,
  }: { person: string; agreement_id: string; tax_year: number; amount: number },
  when: Condition,
): Write =>
  change(keys.saver(mode, person), {
    add: { [savedName(tax_year)]: amount, [savedName(tax_year, agreement_id)]: amount },
    when,
  });
