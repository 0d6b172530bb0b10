/** The share of good replies of the keyed API in 30 days. A good one is no 5xx. */
export const GOOD_REPLIES = 0.995;

/**
 * The burn rates of Google's SRE workbook: at 14.4 the month's errors are used up in 50 hours, at 6 in 5
 * days. An hour without traffic says nothing, so a window needs a least number of replies.
 */
export const burns = {
  fast: { rate: 14.4, minutes: 5, least: 20 },
  slow: { rate: 6, minutes: 6 * 60, least: 100 },
} as const;

export const tooFast = (burn: keyof typeof burns): number =>
  Number((burns[burn].rate * (1 - GOOD_REPLIES)).toFixed(6));

/** Nine of ten replies come within so many ms. */
export const SLOWEST_MS = 2_000;

/** The share of the time in 30 days in which what follows holds. */
export const IN_TIME = 0.99;

/** How many seconds the first attempt of a delivery, the start of a timer and an email may wait. */
export const waits = { delivery: 120, timer: 60, email: 300 } as const;

/** The title of the dashboard's widget. */
export const BUDGETS = "Error budgets of 30 days, % left";
