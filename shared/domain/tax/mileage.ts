import * as z from "zod/mini";
import { portion } from "../money/cents.ts";
import { inHundredths } from "../money/decimal.ts";
import { idForm, sortableId } from "../item/ids.ts";
import type { Owner } from "../item/owner.ts";
import { patchedFields } from "../item/patch.ts";
import type { MileagePatch, MileageRequest } from "./mileage-request.ts";
import { type Addition, type BrokenRule, refusedDay } from "./tax-log.ts";
import { provisionalIn, rateOn, taxRules } from "./years/tax-rules.ts";

export const MileageId = z.string().check(z.regex(idForm("mil_"), "a mileage entry's id, `mil_...`"));

export const MileageEntry = z.object({
  id: z.string(),
  miles: z.number(),
  date: z.string(),
  purpose: z.string(),
  deductible: z.boolean(),
  start_location: z.optional(z.string()),
  end_location: z.optional(z.string()),
  created_at: z.string(),
  /** The number of corrections. */
  revision: z.optional(z.int()),
});
export type MileageEntry = z.infer<typeof MileageEntry>;

/** Words of drives that are not for business (IRS Publication 463: commuting is personal). */
const PERSONAL = [
  "commute",
  "commutes",
  "commuting",
  "personal",
  "errand",
  "errands",
  "vacation",
  "vacations",
  "home to work",
  "not business",
  "non business",
  "nonbusiness",
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
export const logMileage = (request: MileageRequest, now: Date): MileageEntry => ({
  id: sortableId("mil_", now),
  ...request,
  deductible: request.deductible ?? isBusiness(request.purpose),
  created_at: now.toISOString(),
});

export function patchMileage(entry: MileageEntry, patch: MileagePatch): MileageEntry {
  const after = patchedFields(entry, patch);
  const byPurpose = isBusiness(after.purpose) && (after.purpose !== entry.purpose || entry.deductible);
  return { ...after, deductible: patch.deductible ?? byPurpose };
}

/** Miles that are not deductible add nothing. */
export const mileageAddition = ({ date, miles, deductible }: MileageEntry): Addition => ({
  date,
  amounts: { miles: deductible ? inHundredths(miles) : 0 },
});

/** An entry stores no deduction: a rate can be published, or change, after the miles were logged. */
export function mileageDeduction(
  { date, miles, deductible }: Pick<MileageEntry, "date" | "miles" | "deductible">,
  rules = taxRules(Number(date.slice(0, 4))),
) {
  if (!deductible) return { deduction_amount: 0, provisional: false, provisional_figures: [] };
  const deduction_amount = portion(inHundredths(miles), rateOn(date, rules), 1_000);
  return { deduction_amount, ...provisionalIn(rules, ["mileage"]) };
}

/** An entry as the API shows it. */
export const publicMileage = ({ mode }: Owner, driver_id: string, entry: MileageEntry) => ({
  id: entry.id,
  object: "mileage_entry" as const,
  livemode: mode === "live",
  driver_id,
  miles: entry.miles,
  deductible: entry.deductible,
  ...mileageDeduction(entry),
  date: entry.date,
  purpose: entry.purpose,
  start_location: entry.start_location ?? null,
  end_location: entry.end_location ?? null,
  created_at: entry.created_at,
});
