import * as z from "zod/mini";
import { portion } from "../cents.ts";
import { Day, dayOf } from "../day.ts";
import { sortableId } from "../ids.ts";
import { note, text } from "../text.ts";
import { taxRules } from "./tax-rules.ts";
import type { TaxRules } from "./tax-year.ts";

const MOST_MILES = 10_000;

/**
 * Miles are stored in hundredths. A number has at most two decimals if it equals its hundredths divided by
 * 100.
 */
const inHundredths = (miles: number): number => Math.round(miles * 100);

const Miles = z.number().check(
  z.check(({ value, issues }) => {
    const within = value > 0 && value <= MOST_MILES;
    if (within && inHundredths(value) / 100 === value) return;
    const message = "more than 0 and at most 10,000, with at most two decimal places";
    issues.push({ code: "invalid_format", format: "miles", input: String(value), message });
  }),
);

export const MileageRequest = z.strictObject({
  miles: note(Miles, "Miles driven: more than 0, at most 10,000, with at most two decimal places."),
  date: note(z.clone(Day), "UTC date of the drive, `YYYY-MM-DD`. The rate on this date applies."),
  purpose: z._default(
    note(text(100), "`delivery`, `pickup`, `commute` or your own text. Commuting is not deductible."),
    "business",
  ),
  start_location: z.optional(note(text(200), "An address, or latitude and longitude.")),
  end_location: z.optional(note(text(200), "An address, or latitude and longitude.")),
});
export type MileageRequest = z.infer<typeof MileageRequest>;

export const MileageEntry = z.object({
  id: z.string(),
  ...MileageRequest.shape,
  purpose: z.string(),
  deduction_amount: z.int(),
  created_at: z.string(),
});
export type MileageEntry = z.infer<typeof MileageEntry>;

/**
 * A year's deductible miles, in hundredths, and their deduction in cents. Running sums, so no summary reads
 * the entries.
 */
export type MileageTotals = { hundredths: number; deduction: number };

/**
 * The rule that a day breaks, as the end of "`date` must be ..."; undefined when miles of that day can be
 * logged.
 */
export function refusedDay(date: string, now: Date): string | undefined {
  if (date > dayOf(now)) return "today or earlier";
  return rulesOn(date) ? undefined : "in a supported tax year";
}

/** The entry, its tax year, and what it adds to that year's totals. The caller has checked the day. */
export function logMileage(request: MileageRequest, now: Date) {
  const rules = rulesOn(request.date);
  if (!rules) throw new Error("No mileage rate for the day");
  const adds = deductible(request, rules);
  const entry: MileageEntry = {
    id: sortableId("mil_", now),
    ...request,
    deduction_amount: adds.deduction,
    created_at: now.toISOString(),
  };
  return { entry, year: rules.year, adds };
}

/** An entry as the API shows it. */
export const publicEntry = (driver_id: string, entry: MileageEntry) => ({
  ...entry,
  object: "mileage_entry" as const,
  driver_id,
  start_location: entry.start_location ?? null,
  end_location: entry.end_location ?? null,
});

/** Commuting is not a business expense: it deducts nothing and counts no miles. */
function deductible({ miles, date, purpose }: MileageRequest, rules: TaxRules): MileageTotals {
  if (purpose.toLowerCase() === "commute") return { hundredths: 0, deduction: 0 };
  const hundredths = inHundredths(miles);
  return { hundredths, deduction: portion(hundredths, rateOn(date, rules), 1_000) };
}

/** Tenths of a cent per mile on that day. */
const rateOn = (date: string, { mileage }: TaxRules): number =>
  mileage.findLast(({ from }) => from <= date)?.tenthsOfCent ?? 0;

const rulesOn = (date: string): TaxRules | undefined => taxRules(Number(date.slice(0, 4)));
