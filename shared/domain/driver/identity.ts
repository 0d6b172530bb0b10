import * as z from "zod/mini";

/** E.164: a plus sign and at most 15 digits, the first of them not 0. */
export const Phone = z
  .string()
  .check(z.regex(/^\+[1-9]\d{1,14}$/, "a phone number in E.164 form such as +14155552671"));

/** The last four digits of a social security number. The serial number 0000 is never issued. */
export const SsnLast4 = z
  .string()
  .check(
    z.regex(
      /^([1-9]\d{3}|0[1-9]\d{2}|00[1-9]\d|000[1-9])$/,
      "the last four digits of a social security number",
    ),
  );
