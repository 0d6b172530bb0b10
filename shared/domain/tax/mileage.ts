import * as z from "zod/mini";
import { portion } from "../cents.ts";
import { Day } from "../day.ts";
import { sortableId } from "../ids.ts";
import type { Owner } from "../owner.ts";
import { note, text } from "../text.ts";
import { type Addition, additionOn, type BrokenRule, patchedFields, refusedDay, rulesOn } from "./tax-log.ts";
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

const fields = {
  miles: note(z.clone(Miles), "Miles driven: more than 0, at most 10,000, with at most two decimal places."),
  date: note(z.clone(Day), "UTC date of the drive, `YYYY-MM-DD`. The rate on this date applies."),
  purpose: note(text(100), "`delivery`, `pickup`, `commute` or your own text."),
  deductible: note(
    z.boolean(),
    "Whether the miles are business miles. Without it, the purpose decides: false for commuting, personal miles, errands and vacations.",
  ),
  start_location: note(text(200), "An address, or latitude and longitude."),
  end_location: note(text(200), "An address, or latitude and longitude."),
};

export const MileageRequest = z.strictObject({
  miles: fields.miles,
  date: fields.date,
  purpose: z._default(fields.purpose, "business"),
  deductible: z.optional(fields.deductible),
  start_location: z.optional(fields.start_location),
  end_location: z.optional(fields.end_location),
});
export type MileageRequest = z.infer<typeof MileageRequest>;

const cleared = "Null removes it.";
export const MileagePatch = z
  .strictObject({
    miles: z.optional(fields.miles),
    date: z.optional(fields.date),
    purpose: z.optional(fields.purpose),
    deductible: z.optional(
      note(
        z.clone(fields.deductible),
        "Whether the miles are business miles. Without it, a new purpose decides as in a new entry.",
      ),
    ),
    start_location: z.optional(note(z.nullable(text(200)), `Where the drive began. ${cleared}`)),
    end_location: z.optional(note(z.nullable(text(200)), `Where the drive ended. ${cleared}`)),
  })
  .check(z.refine((patch) => Object.keys(patch).length > 0, "an object with at least one field"));
export type MileagePatch = z.infer<typeof MileagePatch>;

export const MileageId = z.string().check(z.regex(/^mil_[0-9a-z]{26}$/, "a mileage entry's id, `mil_...`"));

/** Earlier versions stored no `deductible`: then an entry with a deduction is deductible. */
export const MileageEntry = z.object({
  id: z.string(),
  miles: z.number(),
  date: z.string(),
  purpose: z.string(),
  deductible: z.optional(z.boolean()),
  start_location: z.optional(z.string()),
  end_location: z.optional(z.string()),
  deduction_amount: z.int(),
  created_at: z.string(),
  /** The number of corrections. */
  revision: z.optional(z.int()),
});
export type MileageEntry = z.infer<typeof MileageEntry>;

/** Words of drives that are not for business (IRS Publication 463: commuting is personal). */
const PERSONAL =
  /\b(commut(e|es|ing)|personal|errands?|vacations?|home\s+to\s+work|not\s+business|non-business)\b/i;

const isBusiness = (purpose: string): boolean => !PERSONAL.test(purpose);

const isDeductible = ({ deductible, deduction_amount }: MileageEntry): boolean =>
  deductible ?? deduction_amount > 0;

/** The rule that a request or a patch breaks. `purpose`: the entry's, after a patch. */
export function refusedMileage(
  { date, deductible }: Pick<MileagePatch, "date" | "deductible">,
  purpose: string,
  now: Date,
): BrokenRule | undefined {
  if (deductible && !isBusiness(purpose))
    return { param: "deductible", rule: `false or left out for this \`purpose\`, which is not business` };
  return date === undefined ? undefined : refusedDay(date, now);
}

/** The caller has checked the request. */
export const logMileage = (request: MileageRequest, now: Date): MileageEntry =>
  withDeduction({
    id: sortableId("mil_", now),
    ...request,
    deductible: request.deductible ?? isBusiness(request.purpose),
    deduction_amount: 0,
    created_at: now.toISOString(),
  });

/**
 * The entry after a patch, which the caller has checked. A new purpose decides anew whether the miles are
 * deductible, unless the patch does.
 */
export function patchMileage(entry: MileageEntry, patch: MileagePatch): MileageEntry {
  const after = patchedFields(entry, patch);
  const byPurpose = isBusiness(after.purpose) && (patch.purpose !== undefined || isDeductible(entry));
  return withDeduction({ ...after, deductible: patch.deductible ?? byPurpose });
}

function withDeduction(entry: MileageEntry): MileageEntry {
  const rules = rulesOn(entry.date);
  if (!rules) throw new Error("No mileage rate for the day");
  const deducts = portion(inHundredths(entry.miles), rateOn(entry.date, rules), 1_000);
  return { ...entry, deduction_amount: entry.deductible ? deducts : 0 };
}

/** Miles that are not deductible are in no sum. */
export const mileageAddition = (entry: MileageEntry): Addition =>
  additionOn(
    entry.date,
    isDeductible(entry) ? { miles: inHundredths(entry.miles), mileage: entry.deduction_amount } : {},
  );

/** An entry as the API shows it. */
export const publicMileage = ({ mode }: Owner, driver_id: string, entry: MileageEntry) => ({
  id: entry.id,
  object: "mileage_entry" as const,
  livemode: mode === "live",
  driver_id,
  miles: entry.miles,
  deductible: isDeductible(entry),
  deduction_amount: entry.deduction_amount,
  date: entry.date,
  purpose: entry.purpose,
  start_location: entry.start_location ?? null,
  end_location: entry.end_location ?? null,
  created_at: entry.created_at,
});

/** Tenths of a cent per mile on that day. */
const rateOn = (date: string, { mileage }: TaxRules): number =>
  mileage.findLast(({ from }) => from <= date)?.tenthsOfCent ?? 0;
