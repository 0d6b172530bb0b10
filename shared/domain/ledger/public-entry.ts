import * as z from "zod/mini";
import { Livemode } from "../item/owner.ts";
import { Instant, note } from "../text/text.ts";
import { EntryId, EntryType, type LedgerEntry, ownerSums } from "./entry.ts";

const ACCOUNT =
  "`outside` (your bank), `funds` (your available balance), `pending`, `fees`, `savings_pending`, `savings_sent`, or `driver:` and a driver's id.";

export const PublicEntry = z.object({
  id: z.clone(EntryId),
  object: z.literal("balance_transaction"),
  type: note(z.clone(EntryType), "What moved the money."),
  amount: note(z.int(), "In cents: what it added to `available`. Below zero: what it took."),
  currency: z.string(),
  postings: note(
    z.array(
      z.object({
        from: note(z.string(), ACCOUNT),
        to: note(z.string(), "An account, as in `from`."),
        amount: note(z.int(), "In cents, above zero."),
      }),
    ),
    "Each moves money from one account to another.",
  ),
  source: note(
    z.string(),
    "The payout or contribution that moved, the reference of a funding, or the transaction that a correction corrects.",
  ),
  sequence: note(z.int(), "The number of the transaction among those of its source, from 1."),
  reason: note(z.nullable(z.string()), "Why we booked a correction, or null."),
  created_at: Instant,
  livemode: Livemode,
});

export const publicEntry = ({
  postings,
  ...entry
}: LedgerEntry): Omit<z.infer<typeof PublicEntry>, "livemode"> => ({
  id: entry.id,
  object: "balance_transaction",
  type: entry.type,
  amount: ownerSums({ type: entry.type, postings }).cents_funds ?? 0,
  currency: "usd",
  postings: postings.map(({ from, to, amount }) => ({ from, to, amount })),
  source: entry.source,
  sequence: entry.sequence,
  reason: entry.reason ?? null,
  created_at: entry.created_at,
});
