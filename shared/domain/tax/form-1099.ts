import { inCents, usd } from "../cents.ts";
import { idOfBytes } from "../ids.ts";
import { type Mode, type Owner, ownerKey } from "../owner.ts";
import type { TaxRules } from "./tax-year.ts";

/** The requested form, and the time of the request. */
export type Form1099Request = { owner: Owner; driver_id: string; year: number; generated_at: Date };

/** The contents of a 1099-NEC. `sandbox` marks the document as not a real form. */
export type Form1099 = {
  id: string;
  rules: TaxRules;
  /** The year's completed payouts less refunds, in cents, before fees. */
  gross_amount: number;
  payer: { name: string; address?: readonly string[]; tin?: string };
  recipient: { name: string; street?: string; city?: string; account_last4?: string };
  generated_at: string;
  sandbox: boolean;
};

/** Whether the year's payouts are reported. An amount equal to the threshold is. */
export const isReported = (gross: number, { form1099Nec }: TaxRules): boolean =>
  gross >= inCents(form1099Nec.threshold);

/** A live form exists from 1 January after its year, a sandbox form at once. */
export const formExists = (year: number, mode: Mode, now: Date): boolean =>
  mode === "test" || now.getUTCFullYear() > year;

/** The message for a missing form; undefined when the form exists. */
export function whyNoForm(gross: number, rules: TaxRules, mode: Mode, now: Date): string | undefined {
  const { year, form1099Nec } = rules;
  if (!formExists(year, mode, now)) return `The ${year} form is available from January 1, ${year + 1}.`;
  if (isReported(gross, rules)) return undefined;
  return `Payouts in ${year} are below ${usd(inCents(form1099Nec.threshold))}, so there is no 1099-NEC.`;
}

/** A driver has one form a year, with the same id at every request. */
export async function documentId({ owner, driver_id, year }: Form1099Request): Promise<string> {
  const named = new TextEncoder().encode([ownerKey(owner), driver_id, "1099-NEC", year].join("\n"));
  return idOfBytes("doc_", new Uint8Array(await crypto.subtle.digest("SHA-256", named)));
}

/** A form as the API shows it, without `pdf_url`. */
export const publicForm = async (asked: Form1099Request, gross_amount: number) => ({
  id: await documentId(asked),
  object: "tax_document" as const,
  type: "1099-NEC" as const,
  driver_id: asked.driver_id,
  year: asked.year,
  status: "available" as const,
  gross_amount,
  generated_at: asked.generated_at.toISOString(),
});

/**
 * The recipient's TIN as printed. The law allows the last four digits on a recipient's copy (Reg.
 * 301.6109-4), but anyone with the link can read the document, so they are hidden too.
 */
export const MASKED_TIN = "XXX-XX-••••";
