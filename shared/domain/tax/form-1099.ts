import { inCents, usd } from "../cents.ts";
import { ONLY } from "../event/event.ts";
import { idOfBytes } from "../ids.ts";
import { type Mode, type Owner, ownerKey } from "../owner.ts";
import type { FormFacts, TaxDocument } from "./tax-document.ts";
import type { TaxRules } from "./years/tax-year.ts";

export type Form1099Request = { owner: Owner; driver_id: string; year: number; generated_at: Date };

/** The contents of a 1099-NEC. `sandbox` marks the document as not a real form. */
export type Form1099 = {
  id: string;
  rules: TaxRules;
  /** The year's completed payouts less refunds, in cents, before fees. */
  gross_amount: number;
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

/** A live form exists from 1 January after its year, a sandbox form at once. */
export const formExists = (year: number, mode: Mode, now: Date): boolean =>
  mode === "test" || isOver(year, now);

/** A form is a preview until its year is over: its amount is that of the payouts so far. */
export const isPreview = (year: number, now: Date): boolean => !isOver(year, now);

export function whyNoForm(gross: number, rules: TaxRules, mode: Mode, now: Date): string | undefined {
  const { year, form1099Nec } = rules;
  if (!formExists(year, mode, now)) return `The ${year} form is available from January 1, ${year + 1}.`;
  if (isReported(gross, rules)) return undefined;
  return `Payouts in ${year} are below ${usd(inCents(form1099Nec.threshold))}, so there is no 1099-NEC.`;
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
  corrected: form.corrects !== undefined,
  corrects: form.corrects ?? null,
  corrected_by: form.corrected_by ?? null,
  gross_amount: form.gross_amount,
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
