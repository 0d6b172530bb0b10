/** Money is a whole number of cents. Figures of the law are whole dollars, so that they can be compared with it. */
export const inCents = (dollars: number): number => dollars * 100;

/**
 * `amount * numerator / denominator` for amounts of zero or more, rounded half up to a whole number. Exact: the
 * product may leave the integers that a double can hold, and a quotient in floating point can fall below its half.
 */
export function portion(amount: number, numerator: number, denominator: number): number {
  const twice = 2n * BigInt(denominator);
  return Number((2n * BigInt(amount) * BigInt(numerator) + BigInt(denominator)) / twice);
}

/** `$184,500` or `$1,234.56`, as people write it. */
export function usd(cents: number): string {
  const dollars = Math.trunc(cents / 100).toLocaleString("en-US");
  return cents % 100 === 0 ? `$${dollars}` : `$${dollars}.${String(cents % 100).padStart(2, "0")}`;
}
