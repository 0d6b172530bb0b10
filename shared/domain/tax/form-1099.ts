import { inCents, usd } from "../money/cents.ts";
import { ONLY } from "../event/event.ts";
import { idOfBytes } from "../item/ids.ts";
import { type Mode, type Owner, ownerKey } from "../item/owner.ts";
import { provisionalIn, taxRules } from "./years/tax-rules.ts";
import type { FormFacts, TaxDocument } from "./tax-document.ts";
import type { TaxRules } from "./years/tax-year.ts";

export type Form1099Request = { owner: Owner; driver_id: string; year: number; generated_at: Date };

/** The contents of a 1099-NEC. `sandbox` marks the document as not a real form. */
export type Form1099 = {
  id: string;
  rules: TaxRules;
  /** The year's completed payouts less refunds, in cents, before fees. */
  gross_amount: number;
  tip_amount: number;
  /** Of the driver, if there are tips. */
  occupation?: string;
  payer: { name: string; address?: readonly string[]; tin?: string };
  recipient: { name: string; street?: string; city?: string; tin_last4?: string; account_last4?: string };
  generated_at: string;
  sandbox: boolean;
  /** The form can still change: it is not issued. */
  provisional: boolean;
  corrects?: string;
};

/** Whether the year's payouts are reported. An amount equal to the threshold is. */
export const isReported = (gross: number, { form1099Nec }: TaxRules): boolean =>
  gross >= inCents(form1099Nec.threshold);

const isOver = (year: number, now: Date): boolean => now.getUTCFullYear() > year;

/** A live form exists from 1 January after its year, a sandbox form from 1 January of it. */
const formExists = (year: number, mode: Mode, now: Date): boolean =>
  isOver(mode === "test" ? year - 1 : year, now);

/** The year whose forms are on a payer's desk: until the end of March, the one that ended. */
export const yearOfForms = (now: Date): number => now.getUTCFullYear() - (now.getUTCMonth() < 3 ? 1 : 0);

/** A form binds others, so it is issued by the published threshold only. */
export const isThresholdPublished = (rules: TaxRules): boolean =>
  !provisionalIn(rules, ["form1099Nec"]).provisional;

/** A form is a preview until its year is over, as its amount is that of the payouts so far, and published. */
export const isPreview = (rules: TaxRules, now: Date): boolean =>
  !isOver(rules.year, now) || !isThresholdPublished(rules);

export function whyNoForm(gross: number, rules: TaxRules, mode: Mode, now: Date): string | undefined {
  const { year, form1099Nec } = rules;
  if (!formExists(year, mode, now))
    return `The ${year} form is available from January 1, ${mode === "test" ? year : year + 1}.`;
  if (isReported(gross, rules)) return undefined;
  const newest = isThresholdPublished(rules) ? "" : ", the newest published threshold";
  return `Payouts in ${year} are below ${usd(inCents(form1099Nec.threshold))}${newest}, so there is no 1099-NEC.`;
}

/** The id of a preview, the same at every request. The issued form has another one. */
export async function previewId({ owner, driver_id, year }: Omit<Form1099Request, "generated_at">) {
  const named = new TextEncoder().encode([ownerKey(owner), driver_id, "1099-NEC", year].join("\n"));
  return idOfBytes("doc_", new Uint8Array(await crypto.subtle.digest("SHA-256", named)));
}

export const publicForm = (
  owner: Owner,
  form: FormFacts & Pick<TaxDocument, "id" | "generated_at" | "corrects" | "corrected_by">,
  { provisional, tin_last4 }: { provisional: boolean; tin_last4: string | undefined },
) => ({
  id: form.id,
  object: "tax_document" as const,
  livemode: owner.mode === "live",
  type: "1099-NEC" as const,
  driver_id: form.driver_id,
  year: form.year,
  status: "available" as const,
  provisional,
  provisional_figures: provisional
    ? provisionalIn(taxRules(form.year), ["form1099Nec"]).provisional_figures
    : [],
  corrected: form.corrects !== undefined,
  corrects: form.corrects ?? null,
  corrected_by: form.corrected_by ?? null,
  gross_amount: form.gross_amount,
  tip_amount: form.tip_amount,
  occupation: form.occupation ?? null,
  recipient_name: form.recipient.name,
  recipient_tin_last4: tin_last4 ?? null,
  generated_at: form.generated_at,
});

/** The data of the event that reports an issued form. They have no amounts and no names. */
export const formEvent = ({ id, driver_id, year, corrects }: TaxDocument) => ({
  id,
  object: "tax_document" as const,
  type: "1099-NEC" as const,
  driver_id,
  year,
  status: "available" as const,
  corrected: corrects !== undefined,
  sequence: ONLY,
});
