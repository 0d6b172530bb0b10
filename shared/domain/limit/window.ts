/** A rate limit: at most `count` requests in any `seconds`. */
export type Window = { readonly count: number; readonly seconds: number };

export const MINUTE = 60;
export const HOUR = 60 * 60;
export const DAY = 24 * 60 * 60;

/** The longest register that fits an UpdateExpression (4 KB) and one write unit. Larger limits are split. */
const LARGEST_REGISTER = 60;

/** Together they accept exactly what the limits do. One may be full while others have room. */
export function sharesOf(limits: readonly Window[]): Window[][] {
  const counts = limits.map(({ count }) => count);
  const registers = Math.min(Math.ceil(Math.max(...counts) / LARGEST_REGISTER), ...counts);
  return Array.from({ length: registers }, (_, i) =>
    limits.map(({ count, seconds }) => ({ count: Math.floor((count + i) / registers), seconds })),
  );
}
