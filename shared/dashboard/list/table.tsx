import type { AriaRole, ComponentChildren } from "preact";
import { grouped } from "../../domain/money/cents.ts";

/**
 * `r`: on the right. `amt`: an amount that matters. `w`: wide, of which a table has one: a second one
 * would get no width. `t`: text that wraps. `p1` to `p4`: the places on a phone, where a cell without one
 * is hidden. `l`: a phone, which shows no heads, names it. `x`: hidden on a small desktop, too. A link in
 * `w` or `p1` covers the row. `sort`: the order that its head asks for. `forms`: not in the file.
 */
type Column = readonly [head: string, kind: string, sort?: string];

/** `file`: what the list has as a file, by column, where that is more than its table shows. */
export type ListOfPage = {
  name: string;
  place: ListPlace;
  file?: readonly Readonly<Record<string, string | number>>[];
};

export type TableProps = {
  caption: string;
  columns: readonly Column[];
  rows: readonly (readonly ComponentChildren[])[];
  /** The place of a list whose heads sort it, and the order that it has. */
  sort?: { place: ListPlace; by: string; order: "ascending" | "descending" };
  list?: ListOfPage;
};

/** A row of a phone is a grid, which is no row of a table to browsers. So each part names its role. */
const as = <R extends AriaRole>(role: R) => ({ role });

const isEmpty = (cell: ComponentChildren): boolean =>
  Array.isArray(cell) ? cell.every(isEmpty) : !cell && cell !== 0;

/** A column without a value in any row is left out. */
export const Table = ({ caption, columns: allColumns, rows, sort }: TableProps) => {
  const columns = allColumns
    .map(([head, kind, by], at) => ({ head, kind, by, at }))
    .filter(({ at }) => rows.some((cells) => !isEmpty(cells[at])));
  return (
    <table class="tbl" {...as("table")}>
      <caption class="quiet">{caption}</caption>
      <thead {...as("rowgroup")}>
        <tr {...as("row")}>
          {columns.map(({ head, kind, by }) => (
            <th
              key={head}
              {...as("columnheader")}
              scope="col"
              class={kind || undefined}
              {...(sort && by === sort.by && { "aria-sort": sort.order })}
            >
              {sort && by ? <a href={listAddress(sort.place, { sort: by })}>{head}</a> : head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody {...as("rowgroup")}>
        {rows.map((cells, i) => (
          <tr key={i} {...as("row")}>
            {columns.map(({ head, kind, at }) => (
              <td
                key={at}
                {...as("cell")}
                class={kind || undefined}
                {...(/\bl\b/.test(kind) && !isEmpty(cells[at]) && { "data-head": head })}
              >
                {cells[at]}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
};

export type ListPlace = {
  path: string;
  query: URLSearchParams;
  older: string | undefined;
  newer?: string | undefined;
};

/** The filters of the address. A page repeats them in many links, so what is too long for one is left out. */
export const filtersIn = ({ query }: ListPlace) =>
  [...query]
    .filter(
      ([name, { length }]) =>
        !["before", "after", "done", "row", "format"].includes(name) && length <= MAX_OF_FILTER,
    )
    .slice(0, MAX_FILTERS);

const MAX_OF_FILTER = 100;
const MAX_FILTERS = 5;

export function listAddress(place: ListPlace, change: Readonly<Record<string, string | undefined>>): string {
  const { path } = place;
  const next = new URLSearchParams(filtersIn(place));
  for (const [name, value] of Object.entries(change))
    if (value === undefined) next.delete(name);
    else next.set(name, value);
  return next.size === 0 ? path : `${path}?${next}`;
}

/** What a list can be sortedRows by. Texts ascend, and numbers descend. */
export type Orders<Row> = Readonly<Record<string, (row: Row) => string | number>>;

/** All rows of a list, in the order that its address asks for, or else in the first one. */
export function sortedRows<Row>(rows: readonly Row[], orders: Orders<Row>, place: ListPlace) {
  const [first = ""] = Object.keys(orders);
  const column = place.query.get("sort") ?? first;
  const by = Object.hasOwn(orders, column) ? column : first;
  const valued = rows.map((row) => ({ row, value: orders[by]?.(row) ?? 0 }));
  const isText = valued.some(({ value }) => typeof value === "string");
  valued.sort((a, b) => (a.value === b.value ? 0 : a.value < b.value === isText ? -1 : 1));
  const order = isText ? ("ascending" as const) : ("descending" as const);
  return { rows: valued.map(({ row }) => row), sort: { place, by, order } };
}

type PagesProps = {
  place: ListPlace;
  at?: string;
  /** The rows of this page, of a full page, and of all pages. */
  of?: { rows: number; size: number; count: number };
};

/** The links to the next pages of a list. They carry the number of their first row, if it is known. */
export const Pages = ({ place, at, of }: PagesProps) => {
  const { older, newer, query } = place;
  const end = at === undefined ? "" : `#${at}`;
  if (older === undefined && newer === undefined) return null;
  const row = newer === undefined ? 1 : Number(/^\d{1,7}$/.exec(query.get("row") ?? "")?.[0] ?? 0);
  const last = row + (of?.rows ?? 0) - 1;
  const isKnown = of !== undefined && row > 0 && last >= row && last <= of.count;
  const rowOf = (first: number) => ({ row: isKnown && first > 0 ? String(first) : undefined });
  return (
    <nav class="pages" aria-label="Pages">
      {isKnown && (
        <span class="fine">
          {grouped(row)}–{grouped(last)} of {grouped(of.count)}
        </span>
      )}
      {newer && (
        <a
          class="button second"
          href={listAddress(place, { after: newer, ...rowOf(row - (of?.size ?? 0)) }) + end}
        >
          Newer
        </a>
      )}
      {older && (
        <a class="button second" href={listAddress(place, { before: older, ...rowOf(last + 1) }) + end}>
          Older
        </a>
      )}
    </nav>
  );
};

export type TabsProps = {
  place: ListPlace;
  name: string;
  label: string;
  tabs: readonly (readonly [value: string | undefined, text: string])[];
  look?: "tabs" | "seg";
};

export const Tabs = ({ place, name, label, tabs, look = "tabs" }: TabsProps) => (
  <nav class={look} aria-label={label}>
    {tabs.map(([value, text]) => (
      <a
        key={text}
        href={listAddress(place, { [name]: value })}
        {...((place.query.get(name) ?? undefined) === value && { "aria-current": "page" as const })}
      >
        {text}
      </a>
    ))}
  </nav>
);

type Filter = readonly [label: string, kind: "days" | "email" | "text", name?: string];

const DAYS = ["from", "to"] as const;

const namesOf = ([, kind, name = kind]: Filter): readonly string[] => (kind === "days" ? DAYS : [name]);

export type FiltersProps = { place: ListPlace; filters?: readonly Filter[]; count?: string };

/** Each filter is in the address. One that is set is shown with its value, and can be cleared alone. */
export const Filters = ({ place, filters = [], count }: FiltersProps) => (
  <div class="filt">
    {filters.map((filter) => {
      const [label] = filter;
      const names = namesOf(filter);
      const values = names.map((name) => place.query.get(name) || undefined);
      if (values.every((value) => value === undefined))
        return <OpenFilter key={label} place={place} filter={filter} />;
      const cleared = Object.fromEntries(names.map((name) => [name, undefined]));
      return (
        <a key={label} href={listAddress(place, cleared)}>
          {label}: <bdi>{values.map((value) => value?.slice(0, 60) ?? "…").join(" – ")}</bdi>
          <span aria-hidden="true">✕</span>
          <span class="quiet">Clear</span>
        </a>
      );
    })}
    {count && <span class="count">{count}</span>}
  </div>
);

const OpenFilter = ({ place, filter }: { place: ListPlace; filter: Filter }) => {
  const [label, kind] = filter;
  const names = namesOf(filter);
  const others = filtersIn(place).filter(([name]) => !names.includes(name));
  return (
    <details>
      <summary>{label}</summary>
      <form method="get" action={place.path}>
        {others.map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        {names.map((name) => (
          <>
            <label for={`filter-${name}`}>
              {kind === "days" ? `${name === "from" ? "From" : "To"} (day in UTC)` : label}
            </label>
            <input
              id={`filter-${name}`}
              name={name}
              type={(kind === "days" ? "date" : kind) as "text"}
              maxLength={MAX_OF_FILTER}
            />
          </>
        ))}
        <button type="submit">Apply</button>
      </form>
    </details>
  );
};
