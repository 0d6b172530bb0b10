import { inCents, portion } from "../money/cents.ts";
import type { TaxRules } from "./years/tax-year.ts";

/** Rates of IRC 1401 and 1402 in parts of ten thousand, which the statute fixes for all years. */
const PARTS = 10_000;
const NET_EARNINGS = 9_235;
const SOCIAL_SECURITY = 1_240;
const MEDICARE = 290;
const ADDITIONAL_MEDICARE = 90;

/** IRC 1402(b)(2): net earnings below this pay nothing. */
const MIN_TAXED = inCents(400);
/** IRC 1401(b)(2), for a single filer. Not indexed. */
const ADDITIONAL_MEDICARE_FROM = inCents(200_000);

type SelfEmploymentTax = { tax: number; deductibleHalf: number };

/** Schedule SE, in cents, without wages. Half is deductible, less additional Medicare tax (IRC 164(f)). */
export function selfEmploymentTax(netProfit: number, rules: TaxRules): SelfEmploymentTax {
  if (netProfit * NET_EARNINGS < MIN_TAXED * PARTS) return { tax: 0, deductibleHalf: 0 };
  const earnings = portion(netProfit, NET_EARNINGS, PARTS);
  const covered = Math.min(earnings, inCents(rules.socialSecurityWageBase));
  const tax = portion(covered, SOCIAL_SECURITY, PARTS) + portion(earnings, MEDICARE, PARTS);
  const above = Math.max(0, earnings - ADDITIONAL_MEDICARE_FROM);
  return { tax: tax + portion(above, ADDITIONAL_MEDICARE, PARTS), deductibleHalf: portion(tax, 1, 2) };
}

/** For a single filer, in cents. Each bracket adds its rate less the one below. Rounded once, at the end. */
export function incomeTax(taxableIncome: number, { brackets }: TaxRules): number {
  let hundredths = 0;
  let below = 0;
  for (const { above, percent } of brackets) {
    hundredths += Math.max(0, taxableIncome - inCents(above)) * (percent - below);
    below = percent;
  }
  return portion(hundredths, 1, 100);
}
