import * as z from "zod/mini";
import { Livemode } from "../owner.ts";
import { note } from "../text.ts";
import { Sequence } from "./event.ts";
import { defineEvent } from "./new-event.ts";

export const form1099Ready = defineEvent(
  "tax.1099.ready",
  z.object({
    id: note(z.string(), "The document's id."),
    object: z.literal("tax_document"),
    type: z.literal("1099-NEC"),
    driver_id: z.string(),
    year: z.int(),
    status: z.literal("available"),
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
    year: z.int(),
    q: z.enum(["Q1", "Q2", "Q3", "Q4"]),
    due: z.iso.date(),
    sequence: Sequence,
    livemode: Livemode,
  }),
);
