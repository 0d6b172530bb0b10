/** The windows of limits, in seconds. */
export const MINUTE = 60;
export const DAY = 24 * 60 * 60;
