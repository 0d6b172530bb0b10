import * as z from "zod/mini";
import { component, Instant, note } from "../../../domain/text/text.ts";
import { driverExample } from "../examples.ts";
import { provisionalFields } from "./tax-shapes.ts";

export const TaxDocumentShape = component("TaxDocument", {
  id: note(z.string(), "The document's id. The issued form has another id than its preview."),
  object: z.literal("tax_document"),
  livemode: note(z.boolean(), "Whether the form is of live mode."),
  type: note(z.literal("1099-NEC"), "The form."),
  driver_id: note(z.string(), "The driver who was paid."),
  year: note(z.int(), "The tax year."),
  status: note(z.literal("available"), "An issued form stays available, also after a correction."),
  provisional: note(z.boolean(), "Whether this is a preview: it still changes, and is not issued."),
  provisional_figures: provisionalFields.provisional_figures,
  corrected: note(z.boolean(), "Whether the form corrects an earlier one. Its CORRECTED box is checked."),
  corrects: note(z.nullable(z.string()), "The id of the form that this one corrects, or null."),
  corrected_by: note(z.nullable(z.string()), "The id of the form that corrects this one, or null."),
  gross_amount: note(
    z.int(),
    "In cents: the year's completed payouts before fees, less what a bank returned.",
  ),
  tip_amount: note(z.int(), "In cents. Box 1b: the part of `gross_amount` that is tips."),
  occupation: note(
    z.nullable(z.string()),
    "Box 1c: the driver's Treasury Tipped Occupation Code, or null without tips or code.",
  ),
  recipient_name: note(z.string(), "The driver's legal name on the form."),
  recipient_tin_last4: note(z.nullable(z.string()), "The last four digits of the driver's SSN, or null."),
  pdf_url: note(z.url(), "Link for the driver: opens the form without a key, for 15 minutes."),
  generated_at: note(z.clone(Instant), "When the form was issued. For a preview, now."),
});

export const taxDocumentExample = {
  id: "doc_01kg0z8v7w6x5y4t3s2r1q0p9n",
  object: "tax_document",
  livemode: false,
  type: "1099-NEC",
  driver_id: driverExample.id,
  year: 2025,
  status: "available",
  provisional: false,
  provisional_figures: [],
  corrected: false,
  corrects: null,
  corrected_by: null,
  gross_amount: 65_000,
  tip_amount: 0,
  occupation: null,
  recipient_name: "Ana Ng",
  recipient_tin_last4: "6789",
  pdf_url: "https://api.example.com/v1/tax/documents/Q2l0eSBvZiBHbGFzcw",
  generated_at: "2026-11-21T09:30:00.000Z",
};
