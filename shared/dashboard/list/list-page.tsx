import type { ComponentChildren } from "preact";
import { grouped } from "../../domain/money/cents.ts";
import { nameInWords } from "./cells.tsx";
import type { Result } from "../../http/serve/responses.ts";
import { dashboardPage, Empty, type FrameOptions } from "../frame/frame.tsx";
import type { Shown } from "../frame/shown.tsx";
import {
  Filters,
  type FiltersProps,
  filtersIn,
  type ListPlace,
  Pages,
  Table,
  type TableProps,
  Tabs,
  type TabsProps,
} from "./table.tsx";

type ListOptions = FrameOptions &
  Pick<TableProps, "caption" | "columns" | "rows" | "sort"> &
  Pick<FiltersProps, "filters"> & {
    place: ListPlace;
    /** One row, in words. Its plural has an s. */
    noun: string;
    /** The name of the file, if not the title. */
    name?: string;
    file?: readonly Readonly<Record<string, string | number>>[];
    tabs?: Omit<TabsProps, "place" | "look">;
    /** Of all pages, in numbers and in words. */
    count?: number;
    counted?: string;
    size?: number;
    /** Where no row exists: why, and what to do. */
    none?: string;
    empty: ComponentChildren;
    before?: ComponentChildren;
  };

export const plural = (count: number, noun: string): string =>
  `${grouped(count)} ${noun}${count === 1 ? "" : "s"}`;

export const statusTabs = (statuses: readonly string[]) => ({
  name: "status",
  label: "Status",
  tabs: [[undefined, "All"], ...statuses.map((status) => [status, nameInWords(status)] as const)] as const,
});

/** A page of one list: its tabs, filters and count, the table or why there is none, and the next pages. */
export function listPage(shown: Shown, title: string, options: ListOptions): Result {
  const {
    place,
    noun,
    name = title.toLowerCase(),
    file,
    tabs,
    filters,
    count,
    counted,
    size,
    none,
    empty,
    before,
    ...rest
  } = options;
  const { caption, columns, rows, sort, ...frame } = rest;
  const counts = [count === undefined ? undefined : plural(count, noun), counted].filter(Boolean).join(" · ");
  return dashboardPage(
    shown,
    title,
    <>
      {before}
      {tabs && <Tabs place={place} {...tabs} />}
      {(filters || counts) && <Filters place={place} count={counts} {...(filters && { filters })} />}
      {rows.length > 0 ? (
        <Table
          caption={caption}
          columns={columns}
          rows={rows}
          {...(sort && { sort })}
          list={{ name, place, ...(file && { file }) }}
        />
      ) : (tabs || filters) && filtersIn(place).length > 0 ? (
        <Empty title={none ?? `No ${noun} matches`}>
          <p>
            <a href={place.path}>Show all {noun}s</a>
          </p>
        </Empty>
      ) : (
        <Empty title={none ?? `No ${shown.mode} ${noun} yet`}>{empty}</Empty>
      )}
      <Pages place={place} {...(count !== undefined && size && { of: { rows: rows.length, size, count } })} />
    </>,
    frame,
  );
}
