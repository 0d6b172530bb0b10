import { inCents } from "../money/cents.ts";
import type { TaxRules } from "./years/tax-year.ts";

export const TIPS_PROVISION = "IRC 224 (P.L. 119-21, section 70201)";

const STEP = inCents(1_000);
const LESS_PER_STEP = inCents(100);

/**
 * In cents, for a single filer without other income. Net income is the profit less half the self-employment
 * tax. It limits the exemption: IRC 224(c) counts tips only up to the business's income less its deductions,
 * of which IRC 164(f)(2) makes the half one. The cap shrinks by $100 for each whole $1,000 above the
 * threshold. Neither adjusted gross income nor self-employment tax falls.
 */
export function tipsExemption(
  { tips, netIncome }: { tips: number; netIncome: number },
  { tips: rule }: TaxRules,
): number {
  const excess = Math.max(0, netIncome - inCents(rule.phaseOutFrom));
  const capped = Math.min(tips, netIncome, inCents(rule.cap));
  return Math.max(0, capped - Math.floor(excess / STEP) * LESS_PER_STEP);
}
