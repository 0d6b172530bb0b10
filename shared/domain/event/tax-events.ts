import * as z from "zod/mini";
import { Livemode } from "../item/owner.ts";
import { note } from "../text/text.ts";
import { Sequence } from "./event.ts";
import { defineEvent } from "./new-event.ts";

export const form1099Ready = defineEvent(
  "tax.1099.ready",
  z.object({
    id: note(z.string(), "The document's id."),
    object: z.literal("tax_document"),
    type: note(z.literal("1099-NEC"), "The form."),
    driver_id: z.string(),
    year: note(z.int(), "Calendar year."),
    status: note(z.literal("available"), "An issued form stays available."),
    corrected: note(z.boolean(), "Whether the form corrects an earlier one."),
    sequence: Sequence,
    livemode: Livemode,
  }),
);

export const quarterDue = defineEvent(
  "tax.quarterly.due",
  z.object({
    object: z.literal("quarterly_estimate"),
    driver_id: z.string(),
    year: note(z.int(), "Calendar year."),
    q: note(z.enum(["Q1", "Q2", "Q3", "Q4"]), "The quarter."),
    due: note(z.iso.date(), "UTC date on which the payment is due."),
    sequence: Sequence,
    livemode: Livemode,
  }),
);
