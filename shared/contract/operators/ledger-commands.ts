import * as z from "zod/mini";
import { LedgerAccountName } from "../../domain/ledger/entry.ts";
import { note, text } from "../../domain/text/text.ts";
import { AccountName, Cents, naming } from "./account-commands.ts";
import { command } from "./command.ts";

export const auditLedgerCommand = command({
  name: "audit-ledger",
  usage: "ledger audit [NAME] [--resume PLACE]",
  summary:
    "Recompute balances, payouts, contributions, the sums of drivers and savers, and settlements from the ledger's entries, of an account or of all, and print every difference",
  argument: "account",
  input: z.strictObject({
    account: z.optional(AccountName),
    resume: z.optional(
      note(
        z.string().check(z.minLength(1), z.maxLength(4_000)),
        "The place that an earlier, unfinished run printed.",
      ),
    ),
  }),
  continues: true,
  access: {
    ...naming,
    account_directory: ["query"],
    entry: ["get", "query", "collect"],
    entry_source: ["collect"],
    settlement: ["query"],
    contribution: ["get", "query", "collect"],
    saver: ["get"],
    payment: ["get", "query", "collect", "search_by_driver"],
    count: ["get", "query"],
    driver: ["get", "query"],
    deleted_driver: ["get", "query"],
  },
});

export const creditBalanceCommand = command({
  name: "credit-balance",
  usage: "balance credit NAME --amount CENTS --reference TEXT --reason TEXT",
  summary: "Add a transfer that came in to an account's live balance; a reference counts once",
  argument: "account",
  input: z.strictObject({
    account: AccountName,
    amount: Cents,
    reference: note(text(100), "The bank's reference of the transfer. The account sees it."),
  }),
  asks: true,
  access: { ...naming, entry: ["get", "put"], entry_source: ["put"], count: ["update"] },
});

/** Not what a settlement, the pending payouts or the contributions alone move. */
const Correctable = LedgerAccountName.check(
  z.refine((name) => ["funds", "fees", "outside"].includes(name) || name.startsWith("driver:"), {
    error: "`funds`, `fees`, `outside`, or `driver:` and an id",
  }),
);

export const correctBalanceCommand = command({
  name: "correct-balance",
  usage:
    "balance correct NAME --transaction-id TXN_ID --from PLACE --to PLACE --amount CENTS --reason TEXT [--outside]",
  summary:
    "Move money between two places of an account's ledger, which corrects a transaction; the account sees the reason",
  argument: "account",
  input: z.strictObject({
    account: AccountName,
    transaction_id: note(text(64), "The transaction to correct, `txn_...`. It may be a correction itself."),
    from: note(z.clone(Correctable), "`funds`, `fees`, `outside`, or `driver:` and an id."),
    to: note(z.clone(Correctable), "Likewise."),
    amount: Cents,
    outside: z.optional(note(z.boolean(), "Money came in or went out, so `outside` is one of the places.")),
  }),
  asks: true,
  access: {
    ...naming,
    entry: ["get", "put"],
    entry_source: ["get", "put"],
    payment: ["get", "update"],
    driver: ["update"],
    deleted_driver: ["update"],
    count: ["get", "query", "update"],
  },
});
