import { inCents } from "../money/cents.ts";
import { incomeTax, selfEmploymentTax } from "./tax-on-profit.ts";
import type { TaxRules } from "./years/tax-year.ts";
import { tipsExemption } from "./tips-exemption.ts";

/** In cents, for a single filer without other income, tips included. `exempt`: tips without income tax. */
export function estimatedTax(netProfit: number, tips: number, rules: TaxRules) {
  const { tax, deductibleHalf } = selfEmploymentTax(netProfit, rules);
  const netIncome = netProfit - deductibleHalf;
  const exempt = tipsExemption({ tips, netIncome }, rules);
  const taxable = netIncome - exempt - inCents(rules.standardDeduction);
  return { tax: tax + incomeTax(Math.max(0, taxable), rules), exempt };
}
