import { invalid, missing } from "../contract/errors.ts";
import { dayOf, plusDays } from "../domain/day.ts";
import { moneyDays } from "../domain/ledger/money-days.ts";
import { publicSettlement } from "../domain/ledger/public-settlement.ts";
import { isLive } from "../domain/owner.ts";
import { csvPart } from "../http/serve/csv.ts";
import type { Result } from "../http/serve/responses.ts";
import { moneyPage } from "../pages/developers/money-page.tsx";
import { payoutPage } from "../pages/developers/payout-page.tsx";
import { countLedgerEntries, listLedgerEntries, sumsOfDays } from "../store/ledger/entry-lists.ts";
import { findBalance } from "../store/ledger/funds.ts";
import { findSettlementUntil, listSettlements, settlementCsv } from "../store/ledger/settlements.ts";
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
  const [balance, settlements, sums, { data: entries, has_more }, count] = await Promise.all([
    findBalance(owner),
    listSettlements(owner, { limit: DAYS }),
    sumsOfDays(owner, plusDays(today, 1 - DAYS)),
    listLedgerEntries(owner, ALL, { limit: SHOWN_ENTRIES, ...place }),
    countLedgerEntries(owner, ALL),
  ]);
  const isBackwards = place.ending_before !== undefined;
  const hasOlder = isBackwards ? entries.length > 0 : has_more;
  const hasNewer = isBackwards ? has_more : starting_after !== undefined;
  return moneyPage(shown, {
    ...{ balance, entries, count, now },
    settled: new Set(settlements.data.map(({ date }) => date)),
    days: moneyDays(balance.available, sums, { today, days: DAYS }),
    older: hasOlder ? entries.at(-1)?.id : undefined,
    newer: hasNewer ? entries[0]?.id : undefined,
  });
}

/** The entries of a payout are a few. */
const SHOWN_OF_PAYOUT = 100;

export async function showPayout({ shown, owner, params: { id = "" } }: DashboardRequest): Promise<Result> {
  const payout = await findPayout(owner, id);
  if (!payout) throw missing(`Your account has no such ${owner.mode} payout.`);
  const { data } = await listLedgerEntries(owner, { payout: id }, { limit: SHOWN_OF_PAYOUT });
  return payoutPage(shown, { payout, entries: data.reverse() });
}

/** The settlement of a day as a file, as the API has it: the CSV's bytes are those that its hash names. */
export async function downloadSettlement({ owner, params, query }: DashboardRequest): Promise<Result> {
  const { date = "" } = params;
  const found = await findSettlementUntil(owner, date);
  if (found?.date !== date)
    throw missing(`Your account has no settlement of this day in ${owner.mode} mode.`);
  if (query.get("as") !== "csv") {
    const headers = {
      ...{ "content-type": "application/json", "cache-control": "no-store" },
      "content-disposition": `attachment; filename="settlement-${date}.json"`,
    };
    const body = JSON.stringify({ ...publicSettlement(found), livemode: isLive(owner) }, null, 2);
    return { statusCode: 200, headers, body };
  }
  const { text, next } = await settlementCsv(owner, date, undefined);
  if (next === undefined) return csvPart(`settlement-${date}.csv`, text, undefined);
  throw invalid(
    "The day has more than 5,000 transactions, which is too many for one file. The API sends them in parts.",
  );
}
