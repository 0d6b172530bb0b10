import { csvLine } from "../../domain/text/csv.ts";
import type { Result } from "./responses.ts";

type Table<Row> = { file: string; columns: readonly (keyof Row & string)[]; rows: readonly Row[] };

export const csvResult = <Row extends Record<string, unknown>>(
  table: Table<Row>,
  next: string | undefined,
): Result => csvPart(table.file, textOf(table), next);

/** Lines of CSV for a program. `next`: as above. Only the first part has the names of the columns. */
export const csvPart = (file: string, body: string, next: string | undefined, isFirst = true): Result => ({
  statusCode: 200,
  headers: {
    ...headersOf(file),
    "content-type": `text/csv; charset=utf-8; header=${isFirst ? "present" : "absent"}`,
    vary: "accept",
    ...(next && { link: `<${next}>; rel="next"` }),
  },
  body,
});

/** A table as a CSV file for a person. Excel needs the byte order mark to read names such as Zoë. */
export const csvFile = <Row extends Record<string, unknown>>(table: Table<Row>): Result => ({
  statusCode: 200,
  headers: { ...headersOf(table.file), "content-type": "text/csv; charset=utf-8" },
  body: `\ufeff${textOf(table)}`,
});

const headersOf = (file: string) => ({
  "content-disposition": `attachment; filename="${file}"`,
  "cache-control": "no-store",
});

type Cells = Parameters<typeof csvLine>[0];

const textOf = <Row extends Record<string, unknown>>({ columns, rows }: Table<Row>): string =>
  [columns, ...rows.map((row) => columns.map((name) => row[name]) as Cells)].map(csvLine).join("");
