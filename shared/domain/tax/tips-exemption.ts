import { inCents } from "../cents.ts";
import type { TaxRules } from "./tax-year.ts";

export const TIPS_PROVISION = "IRC 224 (P.L. 119-21, section 70201)";

const STEP = inCents(1_000);
const LESS_PER_STEP = inCents(100);

/**
 * The part of a year's tips that is exempt from income tax (Schedule 1-A, part II, for a single filer;
 * cents): at most the net profit and the cap, less $100 for each whole $1,000 of income above the threshold.
 * It lowers neither adjusted gross income nor self-employment tax.
 */
export function tipsExemption(
  { tips, netProfit, modifiedAgi }: { tips: number; netProfit: number; modifiedAgi: number },
  { tips: rule }: TaxRules,
): number {
  const excess = Math.max(0, modifiedAgi - inCents(rule.phaseOutFrom));
  const capped = Math.min(tips, Math.max(0, netProfit), inCents(rule.cap));
  return Math.max(0, capped - Math.floor(excess / STEP) * LESS_PER_STEP);
}
