import * as z from "zod/mini";

/** At most the 17 characters of an ACH entry's field, and at least the four digits that replies show. */
export const AccountNumber = z.string().check(z.regex(/^\d{4,17}$/, "an account number of 4 to 17 digits"));

/** Nine digits that can identify a bank. */
export const RoutingNumber = z
  .string()
  .check(
    z.regex(/^\d{9}$/, "a routing number of nine digits"),
    z.check(({ value, issues }) => {
      if (!/^\d{9}$/.test(value) || namesABank(value)) return;
      const message = "an ABA routing number with a valid check digit";
      issues.push({ code: "invalid_format", format: "aba", input: value, message });
    }),
  )
  // The check digit has no pattern.
  .register(z.globalRegistry, { pattern: "^(0[1-9]|1[0-2]|2[1-9]|3[0-2])\\d{7}$" });

/**
 * The first two digits name the Federal Reserve district: 01 to 12, or 21 to 32 for thrifts (12 CFR 229,
 * appendix A). Others hold no driver's account. The digits, weighted 3, 7 and 1 in turn, add up to a multiple
 * of ten.
 */
export function namesABank(routingNumber: string): boolean {
  const district = Number(routingNumber.slice(0, 2));
  if (!((district >= 1 && district <= 12) || (district >= 21 && district <= 32))) return false;
  const sum = [...routingNumber].reduce((sum, digit, i) => sum + Number(digit) * ([3, 7, 1][i % 3] ?? 0), 0);
  return sum % 10 === 0;
}

/** The only part of an account number that is stored in clear. It may start with zeros, and is not unique. */
export const last4Of = (accountNumber: string): string => accountNumber.slice(-4);

/** Well-known banks. A bank linker knows more names. */
const BANKS: Record<string, string> = {
  "021000021": "JPMorgan Chase",
  "021000089": "Citibank",
  "026009593": "Bank of America",
  "031101279": "The Bancorp Bank",
  "031176110": "Capital One",
  "091000022": "U.S. Bank",
  "111000025": "Bank of America",
  "121000248": "Wells Fargo",
  "124003116": "Ally Bank",
  "256074974": "Navy Federal Credit Union",
  "314074269": "USAA Federal Savings Bank",
};

export const sandboxBankName = (routingNumber: string): string => BANKS[routingNumber] ?? "Sandbox Bank";

export const liveBankName = (routingNumber: string): string => BANKS[routingNumber] ?? "Bank";
