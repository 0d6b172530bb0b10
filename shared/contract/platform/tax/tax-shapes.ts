import * as z from "zod/mini";
import { DriverId } from "../../../domain/driver/driver.ts";
import { taxRules, taxYears } from "../../../domain/tax/tax-rules.ts";
import { note } from "../../../domain/text.ts";

export const TaxParams = z.strictObject({ driver_id: note(z.clone(DriverId), "The driver's id.") });

/** A tax year in a query, parsed into its rules. A year without rules gets 400. */
export const TaxYear = z.pipe(
  z.enum(taxYears.map(String)).register(z.globalRegistry, {
    description: "A supported tax year.",
    "x-published": { type: "integer", enum: taxYears },
  }),
  z.transform((year) => {
    const rules = taxRules(Number(year));
    if (!rules) throw new Error("A tax year without rules");
    return rules;
  }),
);
