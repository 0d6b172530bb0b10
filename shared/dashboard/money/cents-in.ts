import { plainAmount } from "../../pages/client/plain-amount.ts";

/** NaN: not an amount of dollars below a billion. */
export function centsIn(text = ""): number {
  const plain = plainAmount(text);
  return /^\d{1,9}(\.\d{1,2})?$/.test(plain) ? Math.round(Number(plain) * 100) : Number.NaN;
}
