import type { FailedRequest } from "../../domain/account/failed-request.ts";
import type { NotedRequest } from "../../domain/account/request-notes.ts";
import type { Result } from "../../http/serve/responses.ts";
import { pageOfAll } from "../../http/serve/serve-list.ts";
import type { ListPlace } from "../list/table.tsx";
import { type RequestRow, requestsPage } from "./requests-page.tsx";
import { listFailures } from "../../store/account/failed-requests.ts";
import { type CountedDays, listRequestCounts } from "../../store/account/request-counts.ts";
import { cursorIn, listPlaceOf, rowsOf } from "../list/list-pages.ts";
import type { DashboardRequest } from "../serving/dashboard-request.ts";

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
  const { query, now } = request;
  const dayAgo = new Date(now.getTime() - 86_400_000).toISOString();
  const from = hasMore ? (failures.at(-1)?.at ?? dayAgo) : dayAgo;
  const failed = new Set(failures.map(({ request_id }) => request_id));
  const filters = Object.entries(wantedIn(query)) as ["method" | "route", string][];
  const rows = [...failures, ...noted.filter(({ request_id }) => !failed.has(request_id))].filter(
    (row) => row.at >= from && filters.every(([name, value]) => row[name] === value),
  );
  const starting_after = query.get("before") ?? undefined;
  const cursor = starting_after ? { starting_after } : { ending_before: query.get("after") ?? undefined };
  const page = pageOfAll<RequestRow>(rows, { limit: rowsOf(request, SHOWN_REQUESTS), ...cursor }, placeOf);
  const data = page.data.map((row) => ({ id: placeOf(row) }));
  return { requests: page.data, place: listPlaceOf(request, cursor, { ...page, data }) };
}

const placeOf = ({ at, request_id }: RequestRow): string => `${at} ${request_id}`;
