import * as z from "zod/mini";
import { MileageId } from "../../../domain/tax/mileage.ts";
import { component, Instant, note } from "../../../domain/text/text.ts";
import { driverExample } from "../examples.ts";
import { provisionalFields, TaxParams } from "./tax-shapes.ts";

export const MileageParams = z.strictObject({
  ...TaxParams.shape,
  entry_id: note(z.clone(MileageId), "The mileage entry's id."),
});

export const MileageEntryShape = component("MileageEntry", {
  id: note(z.string(), "The entry's id."),
  object: z.literal("mileage_entry"),
  livemode: note(z.boolean(), "False for test data."),
  driver_id: note(z.string(), "The driver's id."),
  miles: note(z.number(), "Miles driven, with at most two decimal places."),
  deductible: note(z.boolean(), "Whether the miles are business miles, which deduct."),
  deduction_amount: note(
    z.int(),
    "In cents, at the rate on the date of the drive; 0 if not deductible. Computed at each read, so it follows a rate that is published later.",
  ),
  ...provisionalFields,
  date: note(z.string(), "Date of the drive."),
  purpose: note(z.string(), "The purpose of the drive, as logged."),
  start_location: note(z.nullable(z.string()), "Where the drive began. Null if not logged."),
  end_location: note(z.nullable(z.string()), "Where the drive ended. Null if not logged."),
  created_at: note(z.clone(Instant), "When the entry was logged."),
});

export const mileageExample = {
  id: "mil_01kadzbv7w6x5y4t3s2r1q0p9n",
  object: "mileage_entry",
  livemode: false,
  driver_id: driverExample.id,
  miles: 42.5,
  deductible: true,
  deduction_amount: 3_230,
  provisional: false,
  provisional_figures: [],
  date: "2026-07-03",
  purpose: "delivery",
  start_location: null,
  end_location: null,
  created_at: "2026-11-21T09:30:00.000Z",
};
