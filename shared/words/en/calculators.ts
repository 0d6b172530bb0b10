/** The checker of the contribution limit, and the projector. Words between two asterisks are strong. */
export const enCalculators = {
  check: {
    title: (year: number) => `How much can you contribute for ${year}?`,
    intro:
      "Above a certain income, the limit gets smaller until it reaches zero. Answer two questions to see yours.",
    status: "Filing status",
    statuses: {
      "": "Choose one",
      single: "Single",
      head_of_household: "Head of household",
      married_joint: "Married filing jointly",
      married_separate: "Married filing separately (lived with spouse)",
    },
    income: (year: number) => `Your income for ${year}`,
    yourIncome: "Your income",
    hint: "Your modified adjusted gross income (MAGI) in US dollars, after business expenses and before the standard deduction.",
    button: "Check my limit",
    empty: (year: number) => `Your estimate for ${year} appears here. We don't store what you enter.`,
    /** Before the income, between the income and the limit, and after the limit. */
    full: ["With an income of", ", you can contribute up to", "for {year}. That's the full limit."],
    reduced: [
      "With an income of",
      ", you can contribute up to",
      "for {year}. Your income is in the phase-out range, so the limit is reduced.",
    ],
    none: [
      "With an income of",
      ", you can't contribute to a Roth IRA for {year}. Your income is at or above the end of the phase-out range.",
    ],
    zero: [
      "With an income of",
      ", what you can contribute depends on what you earn, such as gig pay. Without earned income, you can't contribute for {year}.",
    ],
    limit50: "Limit at age 50 or older:",
    range: "Phase-out range for your filing status:",
    to: "to",
    /** Around the rate, and after the largest match. */
    match: [
      "Saver's Match for 2027 at this income:",
      "of up to $2,000 in contributions, so at most",
      ". You claim it on your tax return. It is paid from 2028 into a traditional IRA or a workplace plan, not into this Roth IRA. It is not for dependents or full-time students.",
    ],
    disclaimer: "",
    mistakes: {
      filing_status: "Choose your filing status.",
      magi: "Enter your income in US dollars, zero or more, such as 60,000 or 60k.",
    },
    chart: {
      title: "Contribution limit by income",
      upTo: ["The limit is", "up to an income of", "and falls to zero at"],
      yours: ["At your income of", ", it is"],
      you: "You",
      limit: "Limit",
      full: "full limit",
      reduced: "reduced",
      none: "none",
      caption: "Limit for people under 50, by modified adjusted gross income (MAGI).",
    },
  },
  grow: {
    title: "What could it be worth?",
    intro:
      "Enter what you would put in, for how long, and the yearly return you want to assume. We don't suggest a return: no one knows it.",
    weekly: "Dollars a week",
    years: "Years",
    rate: "Yearly return you assume, in percent",
    rateHint: "Your own assumption, from -20 to 20. A loss is a negative number.",
    button: "Show me",
    empty: "Your projection appears here. We don't store what you enter.",
    /** Around the years, the balance and the amount paid in. */
    outcome: ["After", "years, you would have", ". You put in", "; the assumed return makes the difference."],
    table: { caption: "The same in numbers", year: "After year", paid: "You put in", balance: "Balance" },
    chart: {
      title: "Projected balance by year",
      paid: "You put in",
      balance: "Balance",
      start: "today",
      years: "years",
    },
    assumptions: "What this assumes",
    points: [
      "You contribute at the end of every week, and never take money out.",
      "The return is the same every year. Real returns change, and can be negative.",
      "No fees, no inflation and no tax. Prices rise, so the balance will buy less than today.",
      "You may contribute this much every year: limits change, and depend on your income.",
    ],
    hypothetical:
      "This is hypothetical arithmetic on your own numbers. It's not a forecast, a promise or advice, and it doesn't show any investment's performance.",
    mistakes: {
      weekly: (most: string, limit: string, limit50: string) =>
        `Enter an amount from $1 to ${most} a week. The limit for a year is ${limit}, or ${limit50} from age 50.`,
      years: "Enter a whole number of years from 1 to 50.",
      rate: "Enter the return that you assume, from -20 to 20 percent.",
    },
  },
};
export type CalculatorWords = typeof enCalculators;
