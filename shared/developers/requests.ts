import type { FailedRequest } from "../domain/account/failed-request.ts";
import type { NotedRequest } from "../domain/account/request-notes.ts";
import type { Result } from "../http/serve/responses.ts";
import type { ListPlace } from "../pages/developers/list/table.tsx";
import { type RequestRow, requestsPage } from "../pages/developers/requests-page.tsx";
import { listFailures } from "../store/account/failed-requests.ts";
import { type CountedDays, listRequestCounts } from "../store/account/request-counts.ts";
import { cursorIn, listPlaceOf, rowsOf } from "./list-pages.ts";
import type { DashboardRequest } from "./serving/dashboard-request.ts";

const RANGES: readonly CountedDays[] = [1, 7, 30];

export const countedDaysIn = (query: URLSearchParams): CountedDays =>
  RANGES.find((days) => String(days) === query.get("days")) ?? 1;

/** As many as the page groups. */
const NEWEST_FAILURES = 200;
const SHOWN_REQUESTS = 12;

const NAMES = ["days", "sort", "status", "route", "method", "code", "before", "after"];

export async function showRequests(request: DashboardRequest): Promise<Result> {
  const { shown, owner, now } = request;
  const query = new URLSearchParams([...request.query].filter(([name]) => NAMES.includes(name)));
  const newest = { limit: NEWEST_FAILURES };
  const [{ counts, noted }, { data: failures, has_more: hasMore }] = await Promise.all([
    listRequestCounts(owner, countedDaysIn(query), now),
    listFailures(owner, {}, newest, now),
  ]);
  const list =
    query.get("status") === "failed" || query.get("code")
      ? await failedPage({ ...request, query })
      : samplePage({ ...request, query }, noted, failures, hasMore);
  return requestsPage(shown, { counts, failures, hasMore, ...list });
}

type List = { requests: readonly RequestRow[]; place: ListPlace };

const wantedIn = (query: URLSearchParams) =>
  Object.fromEntries(
    ["code", "method", "route"].flatMap((name) => {
      const value = query.get(name)?.trim();
      return value ? [[name, name === "method" ? value.toUpperCase() : value]] : [];
    }),
  );

async function failedPage(request: DashboardRequest): Promise<List> {
  const { owner, query, now } = request;
  const cursor = cursorIn(query, "fail");
  const page = await listFailures(
    owner,
    wantedIn(query),
    { limit: rowsOf(request, SHOWN_REQUESTS), ...cursor },
    now,
  );
  return { requests: page.data, place: listPlaceOf(request, cursor, page) };
}

function samplePage(
  request: DashboardRequest,
  noted: readonly NotedRequest[],
  failures: readonly FailedRequest[],
  hasMore: boolean,
): List {
  const { shown, query, now } = request;
  const shownRows = rowsOf(request, SHOWN_REQUESTS);
  const dayAgo = new Date(now.getTime() - 86_400_000).toISOString();
  const from = hasMore ? (failures.at(-1)?.at ?? dayAgo) : dayAgo;
  const failed = new Set(failures.map(({ request_id }) => request_id));
  const wanted = Object.entries(wantedIn(query)) as ["method" | "route", string][];
  const all = [...failures, ...noted.filter(({ request_id }) => !failed.has(request_id))]
    .filter((one) => one.at >= from && wanted.every(([name, value]) => one[name] === value))
    .sort((a, b) => (placeOf(a) < placeOf(b) ? 1 : -1));
  const [before, after] = [query.get("before"), query.get("after")];
  const older = before ? all.filter((one) => placeOf(one) < before) : all;
  const requests = after
    ? all.filter((one) => placeOf(one) > after).slice(-shownRows)
    : older.slice(0, shownRows);
  const [first, last] = [requests[0], requests.at(-1)];
  return {
    requests,
    place: {
      path: shown.path,
      query,
      older: last && last !== all.at(-1) ? placeOf(last) : undefined,
      newer: first && first !== all[0] ? placeOf(first) : undefined,
    },
  };
}

const placeOf = ({ at, request_id }: RequestRow): string => `${at} ${request_id}`;
