import * as z from "zod/mini";
import { DriverId } from "../../../domain/driver/driver-id.ts";
import { FIRST_YEAR, taxRules } from "../../../domain/tax/years/tax-rules.ts";
import { note } from "../../../domain/text/text.ts";

export const TaxParams = z.strictObject({ driver_id: note(z.clone(DriverId), "The driver's id.") });

const LAST_YEAR = 2099;

/** Every year has rules: a figure that is not published yet is that of the newest earlier year. */
export const TaxYearNumber = note(
  z.int().check(z.minimum(FIRST_YEAR), z.maximum(LAST_YEAR)),
  `A tax year, from ${FIRST_YEAR} on.`,
);

/** A tax year in a query, parsed into its rules. */
export const TaxYear = z.pipe(
  z
    .string()
    .check(z.regex(/^20(2[4-9]|[3-9][0-9])$/, `a year from ${FIRST_YEAR} to ${LAST_YEAR}`))
    .register(z.globalRegistry, {
      description: `A tax year, from ${FIRST_YEAR} on.`,
      "x-published": { type: "integer", minimum: FIRST_YEAR, maximum: LAST_YEAR },
    }),
  z.transform((year) => taxRules(Number(year))),
);

/** The fields of a reply that rests on figures of a year. */
export const provisionalFields = {
  provisional: note(
    z.boolean(),
    "Whether a figure of the year is not published yet. Then the reply uses an earlier year's.",
  ),
  provisional_figures: note(z.array(z.string()), "The names of those figures, such as `mileage_rate`."),
};
