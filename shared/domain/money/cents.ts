/** Legal figures are whole dollars, so that they can be compared with the law's text. */
export const inCents = (dollars: number): number => dollars * 100;

/**
 * For amounts of zero or more, rounded half up. BigInt: the product can exceed the integers that a double
 * holds, and a floating-point quotient can fall below its half.
 */
export function portion(amount: number, numerator: number, denominator: number): number {
  const twice = 2n * BigInt(denominator);
  return Number((2n * BigInt(amount) * BigInt(numerator) + BigInt(denominator)) / twice);
}

/** `toLocaleString` would read the tables of all languages: 5 ms of an environment's first request. */
export const grouped = (whole: number | bigint): string => String(whole).replace(/\B(?=(\d{3})+$)/g, ",");

/**
 * An amount with its sign and its cents, as tables show it.
 *
 * @example
 * exactUsd(-123_456); // => "−$1,234.56"
 */
export function exactUsd(cents: number): string {
  const amount = Math.abs(cents);
  const dollars = Math.trunc(amount / 100);
  const rest = amount % 100;
  return `${cents < 0 ? "−" : ""}$${grouped(dollars)}.${String(rest).padStart(2, "0")}`;
}

/**
 * An amount as people write it.
 *
 * @example
 * usd(18_450_000); // => "$184,500"
 * usd(123_456); // => "$1,234.56"
 */
export function usd(cents: number): string {
  const dollars = grouped(Math.trunc(cents / 100));
  return cents % 100 === 0 ? `$${dollars}` : `$${dollars}.${String(cents % 100).padStart(2, "0")}`;
}
