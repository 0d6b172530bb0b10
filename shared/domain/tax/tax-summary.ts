import { inCents, portion, usd } from "../money/cents.ts";
import { estimatedTax } from "./estimated-tax.ts";
import { quarterlyEstimates } from "./quarterly-estimates.ts";
import { expensesOf, type Logged, netProfitOf, sumOf, type TaxSums } from "./tax-sums.ts";
import { provisionalIn } from "./years/tax-rules.ts";
import type { TaxRules } from "./years/tax-year.ts";
import { TIPS_PROVISION } from "./tips-exemption.ts";

/** The figures that the estimate rests on. */
const ESTIMATED_BY = ["socialSecurityWageBase", "standardDeduction", "brackets", "tips", "mileage"] as const;

/** For a single filer without other income, in cents. `paid`, `tips`: as a 1099-NEC counts them. */
export function taxSummary(
  periods: readonly TaxSums[],
  reported: { paid: number; tips: number },
  rules: TaxRules,
  today: string,
) {
  const year = sumOf(periods);
  const { gross, tips, logged } = year;
  const { tax, exempt } = estimatedTax(netProfitOf(year), tips, rules);
  const total = expensesOf(logged) + exempt;
  return {
    year: rules.year,
    gross_income: gross,
    reported_on_1099: reported.paid,
    deductions: {
      mileage: { miles: logged.miles / 100, rate: rateOf(logged, rules), amount: logged.mileage },
      tips_exemption: {
        eligible_tips: tips,
        reported_tips: reported.tips,
        amount: exempt,
        provision: TIPS_PROVISION,
      },
      phone_data: logged.phone_data,
      supplies: logged.supplies,
      total,
    },
    estimated_taxable: Math.max(0, gross - total),
    estimated_tax: tax,
    quarterly_estimates: quarterlyEstimates(periods, rules, today),
    ...provisionalIn(rules, ESTIMATED_BY),
    method: methodOf(rules),
  };
}

/** USD per mile with four decimals: the mean in a year with two rates, the latest rate without miles. */
function rateOf({ miles, mileage }: Logged, rules: TaxRules): number {
  if (miles === 0) return (rules.mileage.at(-1)?.tenthsOfCent ?? 0) / 1_000;
  return portion(mileage, 10_000, miles) / 10_000;
}

const methodOf = (rules: TaxRules): string =>
  [
    `Educational estimate for tax year ${rules.year}, from the year so far; not tax advice.`,
    ...(provisionalIn(rules, ESTIMATED_BY).provisional
      ? [
          "Some figures of the year are not published yet (`provisional_figures`). Those of the newest earlier year stand in for them, and the estimate changes when they are.",
        ]
      : []),
    "Gross income: what the connected gig platforms report. `reported_on_1099` is what the company paid the driver through this service, which its 1099-NEC counts. Both can contain the same money, so they are not added up, and the estimate leaves payouts out.",
    `Self-employment tax: based on 92.35% of gross income (tips included) minus mileage and expenses, at 12.4% up to ${usd(inCents(rules.socialSecurityWageBase))} plus 2.9% on all of it, plus 0.9% above $200,000.`,
    `Federal income tax: for a single filer with no other income, on the estimated taxable amount minus half the self-employment tax and the standard deduction of ${usd(inCents(rules.standardDeduction))}.`,
    `Mileage: the IRS business rate on each date (${ratesOf(rules)} a mile), for deductible entries. Commuting and personal miles are not deductible.`,
    "Phone, data and supplies: the business share of each logged expense.",
    rules.tips.cap === 0
      ? "Tips: section 224 exempts none in this year."
      : `Tips: may be exempt under section 224, up to ${usd(inCents(rules.tips.cap))} and up to the net profit minus half the self-employment tax (the reading of the law with the smaller exemption), less $100 for each full $1,000 of income above ${usd(inCents(rules.tips.phaseOutFrom))}; they must be voluntary. The deduction needs tips that a furnished form shows (26 U.S.C. 224, 6041(a)).`,
    "`reported_tips` are those of this company's 1099-NEC; other payers furnish their own forms.",
    "Savings from payouts: `reported_on_1099` contains them. A contribution to a Roth IRA is not deductible (26 U.S.C. 408A(c)(1)), so it lowers no tax.",
    QUARTERLY_METHOD,
    "Not included: the qualified business income deduction (section 199A), credits, withholding, other income and state tax.",
  ].join(" ");

/** Describes `quarterlyEstimates` to a driver, with the rules that no sum here can decide. */
const QUARTERLY_METHOD = [
  "Quarterly payments: each assumes that the rest of the year goes like the year up to the end of its period (March 31, May 31, August 31, December 31).",
  "The sums so far are multiplied by 4, 2.4, 1.5 or 1; 25%, 50%, 75% or 100% of the tax on such a year, minus the payments before, is the payment.",
  "A running period counts what is known so far, and a period that has not begun is 0. Late entries change past quarters.",
  "When the year is over, the four payments add up to the estimated tax, or to more if an early quarter was larger.",
  "This is the annualized income method (IRC 6654(d)(2)): to use it, file Form 2210 with Schedule AI.",
  "No payment is required if the tax after withholding is below $1,000, or if withholding and timely payments cover last year's tax (110% of it if last year's adjusted gross income was above $150,000). The estimate knows neither withholding nor last year's tax.",
].join(" ");

const ratesOf = ({ mileage }: TaxRules): string =>
  mileage
    .map(({ from, tenthsOfCent }, i) => `${tenthsOfCent / 10} cents${i === 0 ? "" : ` from ${from}`}`)
    .join(", ");
