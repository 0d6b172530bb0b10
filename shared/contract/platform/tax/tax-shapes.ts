import * as z from "zod/mini";
import { DriverId } from "../../../domain/driver/driver-id.ts";
import { taxRules, taxYears } from "../../../domain/tax/years/tax-rules.ts";
import { note } from "../../../domain/text.ts";

export const TaxParams = z.strictObject({ driver_id: note(z.clone(DriverId), "The driver's id.") });

/** A tax year in a query, parsed into its rules. The API answers 400 to any other year. */
export const TaxYear = z.pipe(
  z.enum(taxYears.map(String)).register(z.globalRegistry, {
    description: "A supported tax year.",
    "x-published": { type: "integer", minimum: Math.min(...taxYears), maximum: Math.max(...taxYears) },
  }),
  z.transform((year) => {
    const rules = taxRules(Number(year));
    if (!rules) throw new Error(`The tax year ${year} has no rules. Add them to tax-rules.ts.`);
    return rules;
  }),
);
