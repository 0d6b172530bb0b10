import * as z from "zod/mini";
import { note } from "../../domain/text.ts";
import { AccountName } from "./account-commands.ts";
import { command } from "./command.ts";

export const auditLedgerCommand = command({
  name: "audit-ledger",
  usage: "ledger audit [NAME] [--resume PLACE]",
  summary:
    "Recompute balances, payouts, drivers' sums and settlements from the ledger's entries, of an account or of all, and print every difference",
  argument: "account",
  input: z.strictObject({
    account: z.optional(AccountName),
    resume: z.optional(
      note(
        z.string().check(z.minLength(1), z.maxLength(2_000)),
        "The place that an earlier, unfinished run printed.",
      ),
    ),
  }),
  continues: true,
  access: {
    account: ["get"],
    account_name: ["get"],
    partner: ["get"],
    account_directory: ["query"],
    entry: ["query", "collect"],
    settlement: ["query"],
    payment: ["query", "collect", "search_by_driver"],
    count: ["get", "query"],
    driver: ["get", "query"],
    deleted_driver: ["get", "query"],
  },
});
