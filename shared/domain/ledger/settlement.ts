import * as z from "zod/mini";
import { csvLine } from "../text/csv.ts";
import { Day, plusDays } from "../time/day.ts";
import { firstIdAfter, lastIdBefore } from "../item/ids.ts";
import { Instant } from "../text/text.ts";
import { EntryType, entriesOfType, type LedgerEntry, movedBy, ownerSums } from "./entry.ts";

/** The accounts that a settlement shows. `drivers` is the sum of all drivers. */
const settledAccounts = [
  "outside",
  "funds",
  "pending",
  "drivers",
  "fees",
  "savings_pending",
  "savings_sent",
] as const;

const Sums = z.object({
  outside: z.int(),
  funds: z.int(),
  pending: z.int(),
  drivers: z.int(),
  fees: z.int(),
  savings_pending: z._default(z.int(), 0),
  savings_sent: z._default(z.int(), 0),
} satisfies Record<(typeof settledAccounts)[number], z.ZodMiniType>);
type Sums = z.infer<typeof Sums>;

const BankFileOfDay = z.object({
  number: z.int(),
  sent_count: z.int(),
  sent_amount: z.int(),
  returned_count: z.int(),
  returned_amount: z.int(),
});

/** The entries of a day are not those of a ledger. */
export class UnsoundDay extends Error {
  override readonly name = "UnsoundDay";
}

/** Frozen, in cents. Numbers and hashes of the one before show every change. */
export const Settlement = z.object({
  date: Day,
  number: z.int(),
  opening: Sums,
  closing: Sums,
  totals: z.array(z.object({ type: EntryType, count: z.int(), amount: z.int() })),
  open_payouts: z.object({ count: z.int(), amount: z.int() }),
  /** Of a stage with a rail: the files whose payouts were settled or came back, by number. */
  bank_files: z.optional(z.array(BankFileOfDay)),
  entries_sha256: z.string(),
  previous_sha256: z.string(),
  sha256: z.string(),
  frozen_at: Instant,
  /** The last id of a test day that was closed early. */
  until: z.optional(z.string()),
  /** The same of the settlement before it: the day begins there. */
  after: z.optional(z.string()),
});
export type Settlement = z.infer<typeof Settlement>;

/** Where the hashing of a long day continues: after an entry, with the sums and the SHA-256 until there. */
export const DayPlace = z.object({
  date: Day,
  after: z.string(),
  sums: z.record(z.string(), z.number()),
  hash: z.object({ state: z.array(z.int()).check(z.length(8)), rest: z.string(), bytes: z.int() }),
});
export type DayPlace = z.infer<typeof DayPlace>;

const FREEZE_AFTER_MS = 2 * 60 * 60 * 1000;
const FREEZE_AFTER_REAL_MS = 60 * 1000;
const WRITE_WITHIN_MS = 5 * 60 * 1000;
const WRITE_WITHIN_REAL_MS = 15 * 1000;

/** A fast clock waits for a real minute, as transactions run at real pace. `scale`: how much faster it is. */
export const freezesAt = (date: string, scale: number): Date =>
  new Date(Date.parse(plusDays(date, 1)) + Math.max(FREEZE_AFTER_MS, FREEZE_AFTER_REAL_MS * scale));

/** An invocation ends within 30 real seconds, so its entries are written long before their day is frozen. */
export const mayBeWritten = (created_at: string, now: Date, scale: number): boolean =>
  now.getTime() - Date.parse(created_at) <= Math.max(WRITE_WITHIN_MS, WRITE_WITHIN_REAL_MS * scale);

export type SettledDay = Pick<Settlement, "date" | "until" | "after">;

/** The last id that an entry of the day can have. */
export const lastEntryIdOf = ({ date, until }: SettledDay): string =>
  until ?? lastIdBefore("txn_", `${plusDays(date, 1)}T00:00:00.000Z`);

export const entryIdsOf = ({ after, ...day }: SettledDay) => ({
  from: after === undefined ? firstIdAfter("txn_", `${plusDays(day.date, -1)}T23:59:59.999Z`) : `${after}~`,
  to: lastEntryIdOf(day),
});

/** The ids of the entries after a day. */
export const entryIdsAfter = (day: SettledDay) => ({ from: `${lastEntryIdOf(day)}~` });

/** The first line of a settlement's CSV. The bytes of all lines never change, because hashes name them. */
export const settlementHeader = "id,type,source,created_at,from,to,amount\r\n";

export const settlementLines = ({ id, type, source, created_at, postings }: LedgerEntry): string =>
  postings.map(({ from, to, amount }) => csvLine([id, type, source, created_at, from, to, amount])).join("");

const isOfFile = /^file_(\d+)_sent_count$/;

/** What an entry adds to the file of its payout: sent, once its outcome is known, and what came back. */
function fileSums({ bank_file, type, postings }: LedgerEntry): Record<string, number> {
  if (bank_file === undefined) return {};
  const { cents_drivers = 0, cents_funds = 0 } = ownerSums({ type, postings });
  const sent = type === "payout_refunded" ? 0 : 1;
  const returned = type === "payout_completed" ? 0 : 1;
  const amount = type === "payout_completed" ? cents_drivers : cents_funds;
  return {
    [`file_${bank_file}_sent_count`]: sent,
    [`file_${bank_file}_sent_amount`]: sent * amount,
    [`file_${bank_file}_returned_count`]: returned,
    [`file_${bank_file}_returned_amount`]: returned * amount,
  };
}

const amountOfType = (type: EntryType): string => `amount_${type}`;

export function settlementSums(entry: LedgerEntry): Record<string, number> {
  const sums = ownerSums(entry);
  const pending = entry.source.startsWith("pay_") ? (movedBy(entry.postings).get("pending") ?? 0) : 0;
  return {
    ...sums,
    ...fileSums(entry),
    [amountOfType(entry.type)]: sums.cents_funds ?? 0,
    open_count: Math.sign(pending),
    open_amount: pending,
  };
}

/** Hashed with SHA-256, it is the hash of the settlement and of all before it. */
export const chainText = (s: Pick<Settlement, "date" | "entries_sha256" | "previous_sha256">): string =>
  `${s.date}\n${s.entries_sha256}\n${s.previous_sha256}\n`;

const NONE_BEFORE = "0".repeat(64);

/** Without its own hash. Throws {@link UnsoundDay} if an entry used an account that no settlement shows. */
export function settlementOf(
  previous: Settlement | undefined,
  date: string,
  sums: Readonly<Record<string, number>>,
  entries_sha256: string,
): Omit<Settlement, "sha256" | "frozen_at"> {
  const added = (name: string, before = 0) => before + (sums[name] ?? 0);
  const accounts = (cents: (account: keyof Sums) => number) =>
    Object.fromEntries(settledAccounts.map((account) => [account, cents(account)])) as Sums;
  const opening = accounts((account) => previous?.closing[account] ?? 0);
  const closing = accounts((account) => added(`cents_${account}`, opening[account]));
  if (Object.values(closing).reduce((total, cents) => total + cents, 0) !== 0)
    throw new UnsoundDay(`The accounts of ${date} do not add up to 0`);
  const files = Object.keys(sums).flatMap((name) => isOfFile.exec(name)?.slice(1).map(Number) ?? []);
  const fileOf = (number: number) => {
    const part = (name: string) => added(`file_${number}_${name}`);
    return {
      number,
      sent_count: part("sent_count"),
      sent_amount: part("sent_amount"),
      returned_count: part("returned_count"),
      returned_amount: part("returned_amount"),
    };
  };
  return {
    date,
    ...(files.length > 0 && { bank_files: files.sort((a, b) => a - b).map(fileOf) }),
    number: (previous?.number ?? 0) + 1,
    opening,
    closing,
    totals: EntryType.options.flatMap((type) => {
      const count = added(entriesOfType(type));
      return count === 0 ? [] : [{ type, count, amount: added(amountOfType(type)) }];
    }),
    open_payouts: {
      count: added("open_count", previous?.open_payouts.count),
      amount: added("open_amount", previous?.open_payouts.amount),
    },
    entries_sha256,
    previous_sha256: previous?.sha256 ?? NONE_BEFORE,
  };
}
