import { Problem } from "../../../shared/contract/errors.ts";
import { getBalanceTransactionOperation } from "../../../shared/contract/platform/balance/get-balance-transaction.ts";
import { publicEntry } from "../../../shared/domain/ledger/public-entry.ts";
import { servePlatform } from "../../../shared/http/serve/serve-platform.ts";
import { findLedgerEntry } from "../../../shared/store/ledger/entry-lists.ts";

export const handler = servePlatform(getBalanceTransactionOperation, {
  load: async ({ params }, { owner }) => {
    const entry = await findLedgerEntry(owner, params.id);
    if (entry) return entry;
    throw new Problem(
      "resource_missing",
      "No balance transaction has this id in your key's mode (test or live). Check the id and the key.",
      "id",
    );
  },
  answer: (_, { loaded: entry, reply }) => reply("found", publicEntry(entry)),
});
