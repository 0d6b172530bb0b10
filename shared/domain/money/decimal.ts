/** A non-negative decimal number held exactly: `units / 10 ** scale`. */
export type Decimal = { readonly units: bigint; readonly scale: number };

/** A plain decimal such as `50000` or `50000.5`: no sign, exponent or separators, at most 12 + 6 digits. */
export const DECIMAL_PATTERN = /^\d{1,12}(\.\d{1,6})?$/;

/** Reads a text that matches {@link DECIMAL_PATTERN}. */
export function parseDecimal(text: string): Decimal {
  const [whole = "0", fraction = ""] = text.split(".");
  return { units: BigInt(whole + fraction), scale: fraction.length };
}

/** A number has at most two decimals if it equals its hundredths divided by 100. */
export const inHundredths = (value: number): number => Math.round(value * 100);
