import { missing } from "../contract/errors.ts";
import { dayOf, plusDays } from "../domain/day.ts";
import { moneyDays } from "../domain/ledger/money-days.ts";
import type { Result } from "../http/serve/responses.ts";
import { moneyPage } from "../pages/developers/money-page.tsx";
import { payoutPage } from "../pages/developers/payout-page.tsx";
import { countLedgerEntries, listLedgerEntries, sumsOfDays } from "../store/ledger/entry-lists.ts";
import { findBalance } from "../store/ledger/funds.ts";
import { findPayout } from "../store/payout/payouts.ts";
import { idIn } from "./deliveries.ts";
import type { DashboardRequest } from "./serving/dashboard-request.ts";

const DAYS = 30;
const SHOWN_ENTRIES = 20;
const ALL = { type: undefined, from: undefined, to: undefined };

export async function showMoney({ shown, owner, query, now }: DashboardRequest): Promise<Result> {
  const today = dayOf(now);
  const [starting_after, ending_before] = [idIn(query, "txn"), idIn(query, "txn", "after")];
  const place = starting_after === undefined ? { ending_before } : { starting_after };
  const [balance, sums, { data: entries, has_more }, count] = await Promise.all([
    findBalance(owner),
    sumsOfDays(owner, plusDays(today, 1 - DAYS)),
    listLedgerEntries(owner, ALL, { limit: SHOWN_ENTRIES, ...place }),
    countLedgerEntries(owner, ALL),
  ]);
  const isBackwards = place.ending_before !== undefined;
  const hasOlder = isBackwards ? entries.length > 0 : has_more;
  const hasNewer = isBackwards ? has_more : starting_after !== undefined;
  return moneyPage(shown, {
    ...{ balance, entries, count, now },
    days: moneyDays(balance.available, sums, { today, days: DAYS }),
    older: hasOlder ? entries.at(-1)?.id : undefined,
    newer: hasNewer ? entries[0]?.id : undefined,
  });
}

/** The entries of a payout are a few. */
const MAX_OF_PAYOUT = 100;

export async function showPayout({ shown, owner, params: { id = "" } }: DashboardRequest): Promise<Result> {
  const payout = await findPayout(owner, id);
  if (!payout) throw missing(`Your account has no such ${owner.mode} payout.`);
  const { data } = await listLedgerEntries(owner, { payout: id }, { limit: MAX_OF_PAYOUT });
  return payoutPage(shown, { payout, entries: data.reverse() });
}
