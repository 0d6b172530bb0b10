import * as z from "zod/mini";
import { derivedIdAt, idForm } from "../item/ids.ts";
import { Instant } from "../text/text.ts";

export const EntryId = z.string().check(z.regex(idForm("txn_"), "an entry's id, `txn_...`"));

export const EntryType = z.enum([
  "payout_created",
  "payout_completed",
  "payout_failed",
  "payout_canceled",
  "payout_refunded",
  "contribution_sent",
  "funding",
  "overdraft_cleared",
  "correction",
]);
export type EntryType = z.infer<typeof EntryType>;

/** `outside`: the world. `driver:<id>`: what one driver got. `savings_pending`: until sent. */
const ownAccounts = [
  "outside",
  "funds",
  "pending",
  "fees",
  "savings_pending",
  "savings_sent",
  "held",
] as const;
type OwnAccount = (typeof ownAccounts)[number];
export type LedgerAccount = OwnAccount | `driver:${string}`;

const isLedgerAccount = (name: unknown): name is LedgerAccount =>
  typeof name === "string" && (name.startsWith("driver:") || ownAccounts.some((account) => account === name));

export const LedgerAccountName = z.custom<LedgerAccount>(isLedgerAccount, "an account of the ledger");

/** Moves cents from one account to another, so an entry of postings always balances. */
const Posting = z
  .object({ from: LedgerAccountName, to: LedgerAccountName, amount: z.int().check(z.positive()) })
  .check(z.refine(({ from, to }) => from !== to));
export type Posting = z.infer<typeof Posting>;

/**
 * Nothing changes or deletes it. `source`: the payout or contribution, the reference of a funding, or the
 * corrected entry. `sequence`: among those of its source, from 1. `reason`: an operator's, for a correction.
 * `bank_file`: the number of the file that had the payout.
 */
export const LedgerEntry = z.object({
  id: EntryId,
  type: EntryType,
  postings: z.array(Posting).check(z.minLength(1)),
  source: z.string(),
  sequence: z.int().check(z.positive()),
  reason: z.optional(z.string()),
  bank_file: z.optional(z.int()),
  created_at: Instant,
});
export type LedgerEntry = z.infer<typeof LedgerEntry>;

/** Its id follows from source and number, so a repeat is no second entry. Throws if nothing moves. */
export const newEntry = async (entry: Omit<LedgerEntry, "id">): Promise<LedgerEntry> =>
  LedgerEntry.parse({
    ...entry,
    id: await derivedIdAt("txn_", new Date(entry.created_at), `${entry.source} ${entry.sequence}`),
  });

/** What postings add to each account, in cents. The sum of all is 0. */
export function movedBy(postings: readonly Posting[]): ReadonlyMap<LedgerAccount, number> {
  const changes = new Map<LedgerAccount, number>();
  const add = (account: LedgerAccount, amount: number) =>
    changes.set(account, (changes.get(account) ?? 0) + amount);
  for (const { from, to, amount } of postings) {
    add(from, -amount);
    add(to, amount);
  }
  return changes;
}

export type Sums = Readonly<Record<string, number>>;

export function totalOf(parts: readonly Sums[]): Record<string, number> {
  const total: Record<string, number> = {};
  for (const part of parts)
    for (const [name, n] of Object.entries(part)) total[name] = (total[name] ?? 0) + n;
  return total;
}

const isDriver = (account: LedgerAccount): boolean => account.startsWith("driver:");

/** The accounts of money that drivers earned. A fee is a part of what its driver earned. */
const isEarned = (account: LedgerAccount): boolean =>
  isDriver(account) || account === "fees" || account === "savings_pending" || account === "savings_sent";

/** What postings add to each account of money that drivers earned, in cents. */
export const earnedBy = (postings: readonly Posting[]): Record<string, number> =>
  Object.fromEntries([...movedBy(postings)].filter(([account]) => isEarned(account)));

export const paidBy = (postings: readonly Posting[]): number =>
  Object.values(earnedBy(postings)).reduce((sum, cents) => sum + cents, 0);

const sumName = (account: LedgerAccount): string => `cents_${isDriver(account) ? "drivers" : account}`;

/** The names of an owner's sums, one for each account. `drivers` is the sum of all drivers. */
export const ownerSumNames: readonly string[] = [...ownAccounts.map(sumName), "cents_drivers"];

export const entriesOfType = (type: EntryType): string => `entries_${type}`;

export function ownerSums({
  type,
  postings,
}: Pick<LedgerEntry, "type" | "postings">): Record<string, number> {
  const sums: Record<string, number> = { [entriesOfType(type)]: 1 };
  for (const [account, change] of movedBy(postings)) {
    const name = sumName(account);
    sums[name] = (sums[name] ?? 0) + change;
  }
  return sums;
}

export const driverSums = ({ type, postings }: Pick<LedgerEntry, "type" | "postings">) => ({
  [entriesOfType(type)]: 1,
  cents: ownerSums({ type, postings }).cents_drivers ?? 0,
  lifetime_payouts: paidBy(postings),
});
