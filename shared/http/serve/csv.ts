import type { Result } from "./responses.ts";

type Cell = string | number | boolean | null;

/**
 * A table as CSV (RFC 4180), with the columns' names in its first line. `next`: the address of the rows that
 * follow, if there are any.
 */
export const csvResult = <Row extends Record<string, unknown>>(
  file: string,
  columns: readonly (keyof Row & string)[],
  rows: readonly Row[],
  next: string | undefined,
): Result => ({
  statusCode: 200,
  headers: {
    "content-type": "text/csv; charset=utf-8; header=present",
    "content-disposition": `attachment; filename="${file}"`,
    "cache-control": "no-store",
    vary: "accept",
    ...(next && { link: `<${next}>; rel="next"` }),
  },
  body: [columns, ...rows.map((row) => columns.map((name) => row[name] as Cell))]
    .map((cells) => `${cells.map(written).join(",")}\r\n`)
    .join(""),
});

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
