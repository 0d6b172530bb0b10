import * as z from "zod/mini";
import { Day } from "../time/day.ts";
import { Livemode } from "../item/owner.ts";
import { Instant, note } from "../text/text.ts";
import { EntryType } from "./entry.ts";
import type { Settlement } from "./settlement.ts";

const Accounts = z
  .object({
    outside: note(z.int(), "Your bank. Below zero: what came from there."),
    funds: note(z.int(), "Your available balance."),
    pending: note(z.int(), "Payouts that are neither completed nor returned."),
    drivers: note(z.int(), "What all drivers received."),
    fees: note(z.int(), "The fees of payouts."),
    savings_pending: note(z.int(), "What drivers saved of their payouts, before it is sent."),
    savings_sent: note(z.int(), "What was sent to their Roth IRAs."),
  })
  .register(z.globalRegistry, {
    id: "SettlementAccounts",
    description: "In cents, by account. They add up to 0.",
  });

const sha256 = (what: string) => note(z.string().check(z.regex(/^[0-9a-f]{64}$/)), what);

export const PublicSettlement = z.object({
  object: z.literal("settlement"),
  date: note(z.clone(Day), "The day, in UTC."),
  number: note(z.int(), "Numbered in your account and mode from 1, without gaps."),
  currency: z.string(),
  opening: Accounts,
  totals: note(
    z.array(
      z.object({
        type: note(z.clone(EntryType), "The type of the movements."),
        count: note(z.int(), "Number of transactions."),
        amount: note(z.int(), "In cents: the sum of their `amount`."),
      }),
    ),
    "By type of the day's balance transactions.",
  ),
  net: note(z.int(), "In cents: the sum of all totals, by which `funds` changed."),
  closing: Accounts,
  open_payouts: note(
    z.object({ count: note(z.int(), "Number of payouts."), amount: note(z.int(), "In cents.") }),
    "Payouts that were pending at the end of the day.",
  ),
  bank_files: z.optional(
    note(
      z.array(
        z.object({
          number: note(z.int(), "The reference code in its header."),
          sent_count: note(z.int(), "Payouts that completed or failed."),
          sent_amount: note(z.int(), "In cents."),
          returned_count: note(z.int(), "Payouts that came back."),
          returned_amount: note(z.int(), "In cents."),
        }),
      ),
      "Live: your part of the day's files to the bank.",
    ),
  ),
  transaction_count: note(z.int(), "Number of the day's balance transactions."),
  entries_sha256: sha256("SHA-256 of the day's CSV, in hexadecimal."),
  previous_sha256: sha256("The `sha256` of the one before. Of the first one: 64 zeros."),
  sha256: sha256(
    "SHA-256 of three lines, each with a line feed at its end: `date`, `entries_sha256`, `previous_sha256`.",
  ),
  frozen_at: note(z.clone(Instant), "From then on, nothing changes it."),
  livemode: Livemode,
});

export const publicSettlement = ({
  opening,
  closing,
  totals,
  bank_files,
  ...settlement
}: Settlement): Omit<z.infer<typeof PublicSettlement>, "livemode"> => ({
  object: "settlement",
  date: settlement.date,
  number: settlement.number,
  currency: "usd",
  opening,
  totals,
  net: closing.funds - opening.funds,
  closing,
  open_payouts: settlement.open_payouts,
  // A day without files keeps the bytes of earlier releases.
  ...(bank_files && { bank_files }),
  transaction_count: totals.reduce((total, { count }) => total + count, 0),
  entries_sha256: settlement.entries_sha256,
  previous_sha256: settlement.previous_sha256,
  sha256: settlement.sha256,
  frozen_at: settlement.frozen_at,
});
