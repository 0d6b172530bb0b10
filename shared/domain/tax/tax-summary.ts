import { inCents, portion, usd } from "../cents.ts";
import type { MileageTotals } from "./mileage.ts";
import { quarterlyDueDays } from "./tax-dates.ts";
import { incomeTax, selfEmploymentTax } from "./tax-on-profit.ts";
import type { TaxRules } from "./tax-year.ts";
import { TIPS_PROVISION, tipsExemption } from "./tips-exemption.ts";

/**
 * A driver's sums of the year so far: what the gig platforms report (tips included), the tips alone, and the
 * mileage log.
 */
export type TaxYearSums = { gross: number; tips: number; mileage: MileageTotals };

/** Published fields that no operation records. Both are zero. */
const UNRECORDED = { phone_data: 0, supplies: 0 };

/** Estimates the tax on the year so far, for a single filer without other income. All amounts are cents. */
export function taxSummary({ gross, tips, mileage }: TaxYearSums, rules: TaxRules) {
  const expenses = mileage.deduction + UNRECORDED.phone_data + UNRECORDED.supplies;
  const netProfit = Math.max(0, gross - expenses);
  const { tax, deductibleHalf } = selfEmploymentTax(netProfit, rules);
  const modifiedAgi = netProfit - deductibleHalf;
  const exempt = tipsExemption({ tips, netProfit, modifiedAgi }, rules);

  const total = expenses + exempt;
  const estimated_taxable = Math.max(0, gross - total);
  const taxableIncome = Math.max(0, estimated_taxable - deductibleHalf - inCents(rules.standardDeduction));
  const estimated_tax = tax + incomeTax(taxableIncome, rules);
  return {
    year: rules.year,
    gross_income: gross,
    deductions: {
      mileage: { miles: mileage.hundredths / 100, rate: rateOf(mileage, rules), amount: mileage.deduction },
      tips_exemption: { eligible_tips: tips, amount: exempt, provision: TIPS_PROVISION },
      ...UNRECORDED,
      total,
    },
    estimated_taxable,
    estimated_tax,
    quarterly_estimates: quarterlyEstimates(estimated_tax, rules.year),
    method: methodOf(rules),
  };
}

/** Four equal payments. The cents that do not divide are due with the first. */
export function quarterlyEstimates(tax: number, year: number) {
  const share = Math.floor(tax / 4);
  return quarterlyDueDays(year).map(({ q, due }) => ({
    q,
    due,
    amount: q === "Q1" ? tax - 3 * share : share,
  }));
}

/** USD per mile with four decimals: the mean in a year with two rates, the latest rate without miles. */
function rateOf({ hundredths, deduction }: MileageTotals, { mileage }: TaxRules): number {
  if (hundredths === 0) return (mileage.at(-1)?.tenthsOfCent ?? 0) / 1_000;
  return portion(deduction, 10_000, hundredths) / 10_000;
}

const methodOf = (rules: TaxRules): string =>
  [
    `Educational estimate for tax year ${rules.year}, from the year so far; not tax advice.`,
    `Self-employment tax: based on 92.35% of gross income (tips included) minus mileage, at 12.4% up to ${usd(inCents(rules.socialSecurityWageBase))} plus 2.9% on all of it, plus 0.9% above $200,000.`,
    `Federal income tax: for a single filer with no other income, on the estimated taxable amount minus half the self-employment tax and the standard deduction of ${usd(inCents(rules.standardDeduction))}.`,
    `Mileage: the IRS business rate on each date (${ratesOf(rules)} a mile), excluding commuting.`,
    `Tips: may be exempt under section 224, up to the net profit and ${usd(inCents(rules.tips.cap))}, less $100 for each full $1,000 of income above ${usd(inCents(rules.tips.phaseOutFrom))}; they must be voluntary and appear on a statement such as a 1099.`,
    "Phone, data and supplies are not recorded and count as zero.",
    "Not included: the qualified business income deduction (section 199A), credits, withholding, other income and state tax.",
  ].join(" ");

const ratesOf = ({ mileage }: TaxRules): string =>
  mileage
    .map(({ from, tenthsOfCent }, i) => `${tenthsOfCent / 10} cents${i === 0 ? "" : ` from ${from}`}`)
    .join(", ");
