import { inCents } from "../cents.ts";
import type { TaxRules } from "./years/tax-year.ts";

export const TIPS_PROVISION = "IRC 224 (P.L. 119-21, section 70201)";

const STEP = inCents(1_000);
const LESS_PER_STEP = inCents(100);

/**
 * The part of a year's tips that is exempt from income tax, for a single filer without other income; cents.
 * The net income is the profit less half the self-employment tax. It is the modified adjusted gross income,
 * and it limits the exemption: IRC 224(c) counts tips only up to the business's income less the deductions
 * allocable to it, and IRC 164(f)(2) makes the half one of them. The cap shrinks by $100 for each whole
 * $1,000 of income above the threshold. The exemption lowers neither adjusted gross income nor
 * self-employment tax.
 */
export function tipsExemption(
  { tips, netIncome }: { tips: number; netIncome: number },
  { tips: rule }: TaxRules,
): number {
  const excess = Math.max(0, netIncome - inCents(rule.phaseOutFrom));
  const capped = Math.min(tips, netIncome, inCents(rule.cap));
  return Math.max(0, capped - Math.floor(excess / STEP) * LESS_PER_STEP);
}
