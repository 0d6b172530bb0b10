import { invalid } from "../../contract/errors.ts";
import { Day, plusDays } from "../../domain/time/day.ts";
import { firstIdAfter, idForm, lastIdBefore } from "../../domain/item/ids.ts";
import type { ListPlace } from "./table.tsx";
import type { ResultPage } from "../../store/table/pages.ts";
import type { DashboardRequest } from "../serving/dashboard-request.ts";

const ROWS_OF_FILE = 1_000;

export const rowsOf = ({ shown }: Pick<DashboardRequest, "shown">, ofPage: number): number =>
  shown.csvDay === undefined ? ofPage : ROWS_OF_FILE;

const idIn = (query: URLSearchParams, prefix: string, name: string): string | undefined =>
  idForm(`${prefix}_`).exec(query.get(name) ?? "")?.[0];

type Cursor = { starting_after?: string | undefined; ending_before?: string | undefined };

export function cursorIn(query: URLSearchParams, prefix: string): Cursor {
  const starting_after = idIn(query, prefix, "before");
  return starting_after === undefined ? { ending_before: idIn(query, prefix, "after") } : { starting_after };
}

/** The page of a list, with the ids at its ends where there are others beyond them. */
export function listPlaceOf(
  { shown, query }: Pick<DashboardRequest, "shown" | "query">,
  { starting_after, ending_before }: Cursor,
  { data, has_more, searched_to }: ResultPage<{ id: string }>,
): ListPlace {
  const isBackwards = ending_before !== undefined;
  const hasOlder = isBackwards ? data.length > 0 : has_more;
  const hasNewer = isBackwards ? has_more : starting_after !== undefined;
  return {
    path: shown.path,
    query,
    older: hasOlder ? (data.at(-1)?.id ?? searched_to) : undefined,
    newer: hasNewer ? data[0]?.id : undefined,
  };
}

export const wholeListOf = ({ shown, query }: Pick<DashboardRequest, "shown" | "query">): ListPlace => ({
  path: shown.path,
  query: new URLSearchParams([...query].filter(([name]) => name === "sort")),
  older: undefined,
});

export const endsIn = (query: URLSearchParams) => ({ first: dayIn(query, "from"), last: dayIn(query, "to") });

export function daysIn(query: URLSearchParams, prefix: string) {
  const { first: from, last: to } = endsIn(query);
  return {
    from: from && firstIdAfter(prefix, `${plusDays(from, -1)}T23:59:59.999Z`),
    to: to && lastIdBefore(prefix, `${plusDays(to, 1)}T00:00:00.000Z`),
  };
}

export function dayIn(query: URLSearchParams, name: string): string | undefined {
  const text = query.get(name)?.trim() || undefined;
  if (text === undefined || Day.safeParse(text).success) return text;
  throw invalid(`\`${name}\` must be a day, such as 2026-11-25.`, name);
}
