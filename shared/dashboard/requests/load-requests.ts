import { missing } from "../../contract/errors.ts";
import type { Result } from "../../http/serve/responses.ts";
import type { ListPlace } from "../list/table.tsx";
import { requestPage } from "./request-page.tsx";
import { type RequestRow, requestsPage } from "./requests-page.tsx";
import {
  findKeptRequest,
  keptPlace,
  listKeptRequests,
  keptPlaceOf,
} from "../../store/account/kept-requests.ts";
import {
  type CountedDays,
  listNotedRequests,
  listRequestCounts,
} from "../../store/account/request-counts.ts";
import { listPlaceOf, rowsOf } from "../list/list-pages.ts";
import type { DashboardRequest } from "../serving/dashboard-request.ts";

const RANGES: readonly CountedDays[] = [1, 7, 30];

export const countedDaysIn = (query: URLSearchParams): CountedDays =>
  RANGES.find((days) => String(days) === query.get("days")) ?? 1;

/** As many as the page groups. */
const NEWEST_FAILURES = 200;
const SHOWN_REQUESTS = 12;
const SHOWN_READS = 50;

const NAMES = ["days", "sort", "status", "route", "method", "code", "before", "after"];

export async function showRequests(request: DashboardRequest): Promise<Result> {
  const { shown, owner, account, now } = request;
  const query = new URLSearchParams([...request.query].filter(([name]) => NAMES.includes(name)));
  const isSample = query.get("status") === "reads";
  const [counts, { data: failures, has_more: hasMore }, list] = await Promise.all([
    listRequestCounts(owner, countedDaysIn(query), now, account.created_at),
    listKeptRequests(owner, {}, { limit: NEWEST_FAILURES }, now, ["fail_"]),
    isSample ? readsPage({ ...request, query }) : keptPage({ ...request, query }),
  ]);
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

async function keptPage(request: DashboardRequest): Promise<List> {
  const { owner, query, now } = request;
  const [before, after] = ["before", "after"].map((name) => keptPlace.exec(`evt_${query.get(name)}`)?.[1]);
  const cursor = before === undefined ? { ending_before: after } : { starting_after: before };
  const limit = rowsOf(request, SHOWN_REQUESTS);
  const isFailed = query.get("status") === "failed" || query.has("code");
  const page = await listKeptRequests(
    owner,
    wantedIn(query),
    { limit, ...cursor },
    now,
    isFailed ? ["fail_"] : undefined,
  );
  const data = page.data.map((row) => ({ id: keptPlaceOf(row) }));
  return { requests: page.data, place: listPlaceOf(request, cursor, { ...page, data }) };
}

/** Of reads, a sample of the last day: a write for each would cost as much as its quota. */
async function readsPage(request: DashboardRequest): Promise<List> {
  const { owner, query, now } = request;
  const filters = Object.entries(wantedIn(query)) as ["method" | "route", string][];
  const rows = (await listNotedRequests(owner, now)).filter(
    (row) => row.method === "GET" && filters.every(([name, value]) => row[name] === value),
  );
  const requests = rows.slice(0, rowsOf(request, SHOWN_READS));
  return { requests, place: { path: request.shown.path, query, older: undefined } };
}

export async function showRequest({ shown, owner, params, now }: DashboardRequest): Promise<Result> {
  const request = await findKeptRequest(owner, params.request ?? "", now);
  if (!request) throw missing(`Your account has no such ${owner.mode} request of the last 30 days.`);
  return requestPage(shown, request);
}
