import { inCents, usd } from "../cents.ts";
import { idOfBytes } from "../ids.ts";
import { type Mode, type Owner, ownerKey } from "../owner.ts";
import type { TaxRules } from "./tax-year.ts";

/** Which form is asked for, and when. */
export type Form1099Request = { owner: Owner; driver_id: string; year: number; generated_at: Date };

/** What a 1099-NEC says. `sandbox` marks the paper as none. */
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

/** Whether the year's payouts are reported at all; an amount equal to the threshold is. */
export const isReported = (gross: number, { form1099Nec }: TaxRules): boolean =>
  gross >= inCents(form1099Nec.threshold);

/** Live forms can be had from 1 January after their year; the sandbox has no year to wait for. */
export const formExists = (year: number, mode: Mode, now: Date): boolean =>
  mode === "test" || now.getUTCFullYear() > year;

/** Why there is no form for the year, for people; undefined when there is one. */
export function whyNoForm(gross: number, rules: TaxRules, mode: Mode, now: Date): string | undefined {
  const { year, form1099Nec } = rules;
  if (!formExists(year, mode, now)) return `The form for ${year} can be had from 1 January ${year + 1}.`;
  if (isReported(gross, rules)) return undefined;
  return `Payouts in ${year} are below ${usd(inCents(form1099Nec.threshold))}: there is no form for them.`;
}

/** One form a driver and year: the same id whenever it is asked for. */
export async function documentId({ owner, driver_id, year }: Form1099Request): Promise<string> {
  const named = new TextEncoder().encode([ownerKey(owner), driver_id, "1099-NEC", year].join("\n"));
  return idOfBytes("doc_", new Uint8Array(await crypto.subtle.digest("SHA-256", named)));
}

/** A form as partners see it, but for the link to its paper. */
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
 * The recipient's number as we print it. The law lets a recipient's copy show the last four digits (Reg. 301.6109-4);
 * they stay hidden, since whoever holds the link can read the paper, and no answer of ours shows them.
 */
export const MASKED_TIN = "XXX-XX-••••";
