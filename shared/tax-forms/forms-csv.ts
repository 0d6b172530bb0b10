import type { TaxRules } from "../domain/tax/years/tax-year.ts";
import { prefers } from "../http/serve/accept.ts";
import { csvFile, csvResult } from "../http/serve/csv.ts";
import { baseUrl, type Result } from "../http/serve/responses.ts";
import type { formRow } from "./form-1099-document.ts";

type Row = Omit<Awaited<ReturnType<typeof formRow>>, "livemode">;
type Forms = { data: Row[]; has_more: boolean };
type Asked = { year: TaxRules; ending_before?: string | undefined } & Record<string, unknown>;

/** A list's links end after minutes, so the file has none. */
const COLUMNS = [
  ...(["id", "type", "year", "driver_id", "recipient_name", "recipient_tin_last4"] as const),
  ...(["gross_amount", "tip_amount", "occupation"] as const),
  ...(["corrected", "corrects", "corrected_by", "generated_at"] as const),
] as const;

/** If the Accept header asks. Its link continues in the same direction: away from `ending_before`. */
export function formsAsCsv(
  { data, has_more }: Forms,
  { year, ...filters }: Asked,
  accept: string,
): Result | undefined {
  if (!prefers(accept, "text/csv")) return undefined;
  const cursor =
    filters.ending_before === undefined
      ? { starting_after: data.at(-1)?.id }
      : { ending_before: data[0]?.id };
  const query = new URLSearchParams({ year: String(year.year) });
  for (const [name, value] of Object.entries({ ...filters, ...cursor }))
    if (value !== undefined) query.set(name, String(value));
  const next = has_more ? `${baseUrl()}/v1/tax/documents?${query}` : undefined;
  return csvResult(tableOf(year.year, data), next);
}

export const formsFile = (year: number, part: number, rows: readonly Row[]): Result =>
  csvFile(tableOf(year, rows, `-${part}`));

const tableOf = (year: number, rows: readonly Row[], part = "") => ({
  file: `1099-NEC-${year}${part}.csv`,
  columns: COLUMNS,
  rows,
});
