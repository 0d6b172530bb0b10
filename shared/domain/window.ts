/** A rate limit: at most `count` requests in any `seconds`. */
export type Window = { readonly count: number; readonly seconds: number };

/** The seconds of the usual windows. */
export const MINUTE = 60;
export const DAY = 24 * 60 * 60;
