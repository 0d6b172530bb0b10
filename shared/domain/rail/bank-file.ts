import * as z from "zod/mini";
import { Instant } from "../text/text.ts";
import { type AchHead, ENTRIES_OF_A_FILE, FILES_OF_A_DAY } from "./ach-file.ts";
import { bankDayOf, bankingDayAfter, lastCutOff, nextCutOff, paidAt } from "./bank-days.ts";

const Originator = z.object({
  destination: z.string(),
  destination_name: z.string(),
  origin: z.string(),
  origin_name: z.string(),
  company_id: z.string(),
  odfi: z.string(),
});

/** A stage's agreement with its bank. `lead_days`: banking days from a file to its effective day. */
export const BankTerms = z.object({
  ...Originator.shape,
  cut_offs: z.array(z.string()),
  same_day: z.boolean(),
  lead_days: z.int(),
});
export type BankTerms = z.infer<typeof BankTerms>;

/**
 * `collecting`: payouts join. `sealed`: its list never changes again. `written`: it is in the bucket.
 * `released`: an operator put the payouts of a rejected file back, for a later one.
 */
const BankFileState = z.enum([
  "collecting",
  "sealed",
  "written",
  "acknowledged",
  "rejected",
  "released",
] as const);
export type BankFileState = z.infer<typeof BankFileState>;

export const BankFile = z.object({
  number: z.int(),
  state: BankFileState,
  day: z.string(),
  time: z.string(),
  nth: z.int(),
  effective_day: z.string(),
  same_day: z.boolean(),
  originator: Originator,
  entries: z.int(),
  /** In cents. */
  total: z.int(),
  opened_at: Instant,
  /** The next cut-off. A bank that has said nothing by then is silent. */
  acknowledge_by: Instant,
  sealed_at: z.optional(Instant),
  written_at: z.optional(Instant),
  object: z.optional(z.string()),
  sha256: z.optional(z.string()),
  answered_at: z.optional(Instant),
});
export type BankFile = z.infer<typeof BankFile>;

/** What a file pays or tests, and where it came from. `sealed_number`: for the files' writer only. */
export const BankEntry = z.object({
  id: z.string(),
  kind: z.enum(["payout", "prenote"]),
  account_id: z.string(),
  driver_id: z.string(),
  bank_account_id: z.string(),
  payout_id: z.optional(z.string()),
  company_name: z.string(),
  name: z.string(),
  routing_number: z.string(),
  sealed_number: z.string(),
  account_type: z.enum(["checking", "savings"]),
  amount: z.int(),
});
export type BankEntry = z.infer<typeof BankEntry>;

/** A bank account that waits for its prenote. `due_at`: the cut-off of the file that has it. */
export const Prenote = z.object({
  ...z.pick(BankEntry, { account_id: true, driver_id: true, bank_account_id: true }).shape,
  due_at: Instant,
});
export type Prenote = z.infer<typeof Prenote>;

/** What a bank sent and nothing here knows. It has no text of the bank, which may name a person. */
export const BankLineLeft = z.object({
  hash: z.string(),
  /** The object, and the line in it, from 1. */
  object: z.string(),
  line: z.int(),
  why: z.string(),
  at: Instant,
});
export type BankLineLeft = z.infer<typeof BankLineLeft>;

/** The last fifteen characters of an id are random, and fit the field of an entry. */
export const entryIdOf = (id: string): string => id.slice(-15).toUpperCase();

/** The file after `newest`, without entries. Undefined: its day can have no further file. */
export function nextFile(newest: BankFile | undefined, terms: BankTerms, now: Date): BankFile | undefined {
  const { cut_offs, same_day, lead_days, ...originator } = terms;
  const { day, time } = lastCutOff(now, cut_offs);
  const nth = newest?.day === day ? newest.nth + 1 : 0;
  if (nth >= FILES_OF_A_DAY) return undefined;
  return {
    number: (newest?.number ?? 0) + 1,
    state: "collecting",
    day,
    time,
    nth,
    same_day,
    originator,
    entries: 0,
    total: 0,
    effective_day: bankingDayAfter(day, same_day ? 0 : lead_days),
    opened_at: now.toISOString(),
    acknowledge_by: nextCutOff(now, cut_offs).at.toISOString(),
  };
}

export const roomIn = ({ entries }: BankFile): number => ENTRIES_OF_A_FILE - entries;

export const headOf = ({
  number,
  day,
  time,
  nth,
  effective_day,
  same_day,
  originator,
}: BankFile): AchHead => ({
  number,
  day,
  time,
  nth,
  effective_day,
  same_day,
  originator,
});

const latestOf = (...days: string[]): string => days.toSorted().at(-1) ?? "";

/** The day on which the bank could have it: its own, or a later one if its writing failed until then. */
const sentOn = ({ day, written_at }: BankFile): string =>
  latestOf(day, written_at === undefined ? day : bankDayOf(new Date(written_at)));

/** When an entry without a return counts as paid. A file that missed its day settles on a later one. */
export function fileSettlesAt(file: BankFile): Date {
  const sent = sentOn(file);
  return paidAt(
    sent > file.day ? latestOf(file.effective_day, bankingDayAfter(sent, 1)) : file.effective_day,
  );
}

/** Banking days in which a bank may return a prenote. */
const PRENOTE_DAYS = 3;

/** When the bank accounts that an acknowledged file tested are verified, without a return. */
export const fileVerifiesAt = (file: BankFile): Date => paidAt(bankingDayAfter(sentOn(file), PRENOTE_DAYS));

/** The bank has not answered in time. */
export const isSilent = ({ state, acknowledge_by }: BankFile, now: Date): boolean =>
  ["collecting", "sealed", "written"].includes(state) && acknowledge_by <= now.toISOString();
