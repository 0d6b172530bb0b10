import { Problem } from "../../../shared/contract/errors.ts";
import { listBalanceTransactionsOperation } from "../../../shared/contract/platform/balance/list-balance-transactions.ts";
import { publicEntry } from "../../../shared/domain/ledger/public-entry.ts";
import type { Input } from "../../../shared/http/serve/request.ts";
import { idsBetween, serveList } from "../../../shared/http/serve/serve-list.ts";
import {
  countLedgerEntries,
  type EntryFilter,
  listLedgerEntries,
} from "../../../shared/store/ledger/entry-lists.ts";

type Query = Input<typeof listBalanceTransactionsOperation>["query"];

export const handler = serveList(listBalanceTransactionsOperation, {
  require: async ({ query }) => requireOneFilter(query),
  list: ({ query }, { owner }) => listLedgerEntries(owner, filterOf(query), query),
  count: ({ query }, { owner }) => countLedgerEntries(owner, filterOf(query)),
  show: publicEntry,
});

const filterOf = ({ type, payout, driver_id, ...instants }: Query): EntryFilter =>
  payout !== undefined
    ? { payout }
    : driver_id !== undefined
      ? { driver_id }
      : { type, ...idsBetween("txn_", instants) };

/** Each of these has lists of its own, and a list of two would have no exact count. */
function requireOneFilter({ payout, driver_id, type, created_after, created_before }: Query): void {
  const filters = [payout, driver_id, type ?? created_after ?? created_before];
  if (filters.filter((filter) => filter !== undefined).length < 2) return;
  throw new Problem(
    "parameter_invalid",
    "Send `payout`, or `driver_id`, or `type` and times. Leave out the others.",
    payout === undefined ? "driver_id" : "payout",
  );
}
