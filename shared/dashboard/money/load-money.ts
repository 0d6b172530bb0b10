import { invalid, missing } from "../../contract/errors.ts";
import { dayOf, plusDays } from "../../domain/time/day.ts";
import { moneyDays } from "../../domain/ledger/money-days.ts";
import { publicSettlement } from "../../domain/ledger/public-settlement.ts";
import { isLive } from "../../domain/item/owner.ts";
import { csvPart } from "../../http/serve/csv.ts";
import type { Result } from "../../http/serve/responses.ts";
import { moneyPage } from "./money-page.tsx";
import {
  countLedgerEntries,
  listLedgerEntries,
  sumsBetween,
  sumsOfDays,
} from "../../store/ledger/entry-lists.ts";
import { findBalance } from "../../store/ledger/funds.ts";
import { findSettlementUntil, listSettlements, settlementCsv } from "../../store/ledger/settlements.ts";
import { cursorIn, daysIn, endsIn, listPlaceOf } from "../list/list-pages.ts";
import type { DashboardRequest } from "../serving/dashboard-request.ts";

const DAYS = 30;
const SHOWN_ENTRIES = 20;

export async function showMoney(request: DashboardRequest): Promise<Result> {
  const { shown, owner, query, now } = request;
  const today = dayOf(now);
  const cursor = cursorIn(query, "txn");
  const filter = { type: undefined, ...daysIn(query, "txn_") };
  const [balance, settlements, sums, entries, count, { cents_funds: net = 0 }] = await Promise.all([
    findBalance(owner),
    listSettlements(owner, { limit: DAYS }),
    sumsOfDays(owner, plusDays(today, 1 - DAYS)),
    listLedgerEntries(owner, filter, { limit: SHOWN_ENTRIES, ...cursor }),
    countLedgerEntries(owner, filter),
    sumsBetween(owner, endsIn(query)),
  ]);
  return moneyPage(shown, {
    balance,
    entries: entries.data,
    count,
    net,
    settled: new Set(settlements.data.map(({ date }) => date)),
    days: moneyDays(balance.available, sums, { today, days: DAYS }),
    place: listPlaceOf(request, cursor, entries),
  });
}

/** The settlement of a day as a file, as the API has it: the CSV's bytes are those that its hash names. */
export async function downloadSettlement({ owner, params, query }: DashboardRequest): Promise<Result> {
  const { date = "" } = params;
  const settlement = await findSettlementUntil(owner, date);
  if (settlement?.date !== date)
    throw missing(`Your account has no settlement of this day in ${owner.mode} mode.`);
  if (query.get("format") !== "csv") {
    const headers = {
      "content-type": "application/json",
      "cache-control": "no-store",
      "content-disposition": `attachment; filename="settlement-${date}.json"`,
    };
    const body = JSON.stringify({ ...publicSettlement(settlement), livemode: isLive(owner) }, null, 2);
    return { statusCode: 200, headers, body };
  }
  const { text, next } = await settlementCsv(owner, settlement, undefined);
  if (next === undefined) return csvPart(`settlement-${date}.csv`, text, undefined);
  throw invalid(
    "The day has more than 5,000 transactions, which is too many for one file. The API sends them in parts.",
  );
}
