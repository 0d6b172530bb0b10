import * as z from "zod/mini";
import { Day } from "../time/day.ts";
import { inHundredths } from "../money/decimal.ts";
import { note, notEmpty, text } from "../text/text.ts";

const MAX_MILES = 10_000;

const Miles = z
  .number()
  .check(
    z.check(({ value, issues }) => {
      const within = value > 0 && value <= MAX_MILES;
      if (within && inHundredths(value) / 100 === value) return;
      const message = "more than 0 and at most 10,000, with at most two decimal places";
      issues.push({ code: "invalid_format", format: "miles", input: String(value), message });
    }),
  )
  .register(z.globalRegistry, { exclusiveMinimum: 0, maximum: MAX_MILES });

const fields = {
  miles: note(z.clone(Miles), "Miles driven, with at most two decimal places."),
  date: note(
    z.clone(Day),
    "Date of the drive, `YYYY-MM-DD`: from 2024-01-01 to the driver's today. Its rate applies, also one that is published later.",
  ),
  purpose: note(text(100), "`delivery`, `pickup`, `commute` or your own text."),
  deductible: note(
    z.boolean(),
    "Whether the miles are business miles. Without it, the purpose decides: false for commuting, personal miles, errands and vacations.",
  ),
  start_location: note(text(200), "An address, or latitude and longitude."),
  end_location: note(text(200), "An address, or latitude and longitude."),
};

export const MileageRequest = z.strictObject({
  miles: fields.miles,
  date: fields.date,
  purpose: z._default(fields.purpose, "business"),
  deductible: z.optional(fields.deductible),
  start_location: z.optional(fields.start_location),
  end_location: z.optional(fields.end_location),
});
export type MileageRequest = z.infer<typeof MileageRequest>;

const cleared = "Null removes it.";
export const MileagePatch = notEmpty(
  z.strictObject({
    miles: z.optional(fields.miles),
    date: z.optional(fields.date),
    purpose: z.optional(fields.purpose),
    deductible: z.optional(
      note(
        z.clone(fields.deductible),
        "Whether the miles are business miles. Without it, a new purpose decides as in a new entry.",
      ),
    ),
    start_location: z.optional(note(z.nullable(text(200)), `Where the drive began. ${cleared}`)),
    end_location: z.optional(note(z.nullable(text(200)), `Where the drive ended. ${cleared}`)),
  }),
);
export type MileagePatch = z.infer<typeof MileagePatch>;
