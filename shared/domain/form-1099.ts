import { inCents } from "./cents.ts";
import type { TaxRules } from "./tax-rules.ts";

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
export const formExists = (year: number, mode: "test" | "live", now: Date): boolean =>
  mode === "test" || now.getUTCFullYear() > year;

/**
 * The recipient's number as we print it. The law lets a recipient's copy show the last four digits (Reg. 301.6109-4);
 * they stay hidden, since whoever holds the link can read the paper, and no answer of ours shows them.
 */
export const MASKED_TIN = "XXX-XX-••••";
