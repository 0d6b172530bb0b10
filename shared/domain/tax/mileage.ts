import * as z from "zod/mini";
import { portion } from "../cents.ts";
import { inHundredths } from "../decimal.ts";
import { sortableId } from "../ids.ts";
import type { Owner } from "../owner.ts";
import type { MileagePatch, MileageRequest } from "./mileage-request.ts";
import { type Addition, additionOn, type BrokenRule, patchedFields, refusedDay, rulesOn } from "./tax-log.ts";
import type { TaxRules } from "./years/tax-year.ts";

export const MileageId = z.string().check(z.regex(/^mil_[0-9a-z]{26}$/, "a mileage entry's id, `mil_...`"));

export const MileageEntry = z.object({
  id: z.string(),
  miles: z.number(),
  date: z.string(),
  purpose: z.string(),
  deductible: z.boolean(),
  start_location: z.optional(z.string()),
  end_location: z.optional(z.string()),
  deduction_amount: z.int(),
  created_at: z.string(),
  /** The number of corrections. */
  revision: z.optional(z.int()),
});
export type MileageEntry = z.infer<typeof MileageEntry>;

/** Words of drives that are not for business (IRS Publication 463: commuting is personal). */
const PERSONAL = [
  ...["commute", "commutes", "commuting", "personal", "errand", "errands", "vacation", "vacations"],
  ...["home to work", "not business", "non business", "nonbusiness"],
];

/** A purpose is compared as words: `Home-to-work` and `home to work` are one. */
function isBusiness(purpose: string): boolean {
  const words = ` ${purpose.toLowerCase().replace(/[^\p{L}]+/gu, " ")} `.replace(/ +/g, " ");
  return !PERSONAL.some((phrase) => words.includes(` ${phrase} `));
}

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

export function patchMileage(entry: MileageEntry, patch: MileagePatch): MileageEntry {
  const after = patchedFields(entry, patch);
  const byPurpose = isBusiness(after.purpose) && (patch.purpose !== undefined || entry.deductible);
  return withDeduction({ ...after, deductible: patch.deductible ?? byPurpose });
}

function withDeduction(entry: MileageEntry): MileageEntry {
  const rules = rulesOn(entry.date);
  if (!rules) throw new Error("No mileage rate for the day");
  const deducts = portion(inHundredths(entry.miles), rateOn(entry.date, rules), 1_000);
  return { ...entry, deduction_amount: entry.deductible ? deducts : 0 };
}

/** Miles that are not deductible add nothing. */
export const mileageAddition = (entry: MileageEntry): Addition =>
  additionOn(entry.date, {
    miles: entry.deductible ? inHundredths(entry.miles) : 0,
    mileage: entry.deduction_amount,
  });

/** An entry as the API shows it. */
export const publicMileage = ({ mode }: Owner, driver_id: string, entry: MileageEntry) => ({
  id: entry.id,
  object: "mileage_entry" as const,
  livemode: mode === "live",
  driver_id,
  miles: entry.miles,
  deductible: entry.deductible,
  deduction_amount: entry.deduction_amount,
  date: entry.date,
  purpose: entry.purpose,
  start_location: entry.start_location ?? null,
  end_location: entry.end_location ?? null,
  created_at: entry.created_at,
});

const rateOn = (date: string, { mileage }: TaxRules): number =>
  mileage.findLast(({ from }) => from <= date)?.tenthsOfCent ?? 0;
