import type { Result } from "./responses.ts";

type Cell = string | number | boolean | null;

type Table<Row> = { file: string; columns: readonly (keyof Row & string)[]; rows: readonly Row[] };

/** A table as CSV for a program. `next`: the address of the rows that follow, if there are any. */
export const csvResult = <Row extends Record<string, unknown>>(
  table: Table<Row>,
  next: string | undefined,
): Result => ({
  statusCode: 200,
  headers: {
    ...headersOf(table),
    "content-type": "text/csv; charset=utf-8; header=present",
    vary: "accept",
    ...(next && { link: `<${next}>; rel="next"` }),
  },
  body: textOf(table),
});

/** A table as a CSV file for a person. Excel needs the byte order mark to read names such as Zoë. */
export const csvFile = <Row extends Record<string, unknown>>(table: Table<Row>): Result => ({
  statusCode: 200,
  headers: { ...headersOf(table), "content-type": "text/csv; charset=utf-8" },
  body: `\ufeff${textOf(table)}`,
});

const headersOf = ({ file }: { file: string }) => ({
  "content-disposition": `attachment; filename="${file}"`,
  "cache-control": "no-store",
});

/** RFC 4180, with the columns' names in the first line. */
const textOf = <Row extends Record<string, unknown>>({ columns, rows }: Table<Row>): string =>
  [columns, ...rows.map((row) => columns.map((name) => row[name] as Cell))]
    .map((cells) => `${cells.map(written).join(",")}\r\n`)
    .join("");

function written(cell: Cell): string {
  if (typeof cell !== "string") return cell === null ? "" : String(cell);
  const text = FORMULA.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(text) || text !== cell ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * Spreadsheets run a text that begins with one of these as a formula. A person's name may: callers choose it.
 * The apostrophe makes it a text. The second four are the full-width forms, which some spreadsheets accept.
 */
const FORMULA = /^\s*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/;
