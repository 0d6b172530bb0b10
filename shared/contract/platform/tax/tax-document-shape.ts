import * as z from "zod/mini";
import { component, Instant, note } from "../../../domain/text.ts";
import { driverExample } from "../examples.ts";

export const TaxDocumentShape = component("TaxDocument", {
  id: note(z.string(), "The document's id. The issued form has another id than its preview."),
  object: note(z.literal("tax_document"), "Type of the object."),
  livemode: note(z.boolean(), "Whether the form is of live mode."),
  type: note(z.literal("1099-NEC"), "The form."),
  driver_id: note(z.string(), "The driver who was paid."),
  year: note(z.int(), "The tax year."),
  status: note(z.literal("available"), "An issued form stays available, also after a correction."),
  provisional: note(z.boolean(), "Whether this is a preview of the sandbox: it still changes."),
  corrected: note(z.boolean(), "Whether the form corrects an earlier one. Its CORRECTED box is checked."),
  corrects: note(z.nullable(z.string()), "The id of the form that this one corrects, or null."),
  corrected_by: note(z.nullable(z.string()), "The id of the form that corrects this one, or null."),
  gross_amount: note(z.int(), "In cents: the year's completed payouts before fees, less refunds."),
  recipient_name: note(z.string(), "The driver's legal name on the form."),
  recipient_tin_last4: note(z.nullable(z.string()), "The last four digits of the driver's SSN, or null."),
  pdf_url: note(z.url(), "Link for the driver: opens the form without a key, for 15 minutes."),
  generated_at: note(z.clone(Instant), "When the form was issued. For a preview, now."),
});

export const taxDocumentExample = {
  id: "doc_01kg0z8v7w6x5y4t3s2r1q0p9n",
  object: "tax_document",
  livemode: true,
  type: "1099-NEC",
  driver_id: driverExample.id,
  year: 2026,
  status: "available",
  provisional: false,
  corrected: false,
  corrects: null,
  corrected_by: null,
  gross_amount: 3_482_507,
  recipient_name: "Ana Ng",
  recipient_tin_last4: "6789",
  pdf_url: "https://api.example.com/v1/tax/documents/Q2l0eSBvZiBHbGFzcw",
  generated_at: "2027-01-15T06:00:04.000Z",
};
