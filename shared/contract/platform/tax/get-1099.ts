import * as z from "zod/mini";
import { Instant, note } from "../../../domain/text.ts";
import { operation } from "../../operation.ts";
import { driverExample } from "../shapes.ts";
import { TaxParams, TaxYear } from "./tax-shapes.ts";

const TaxDocumentShape = z
  .object({
    id: z.string(),
    object: z.literal("tax_document"),
    type: z.literal("1099-NEC"),
    driver_id: z.string(),
    year: z.int(),
    status: z.literal("available"),
    gross_amount: note(z.int(), "In cents: the year's completed payouts before fees, less refunds."),
    pdf_url: note(z.url(), "Link for the driver: opens the form without a key, for 15 minutes."),
    generated_at: Instant,
  })
  .register(z.globalRegistry, { id: "TaxDocument" });

export const get1099Operation = operation({
  name: "get-1099",
  api: "platform",
  method: "GET",
  path: "/v1/tax/{driver_id}/1099",
  tag: "Tax",
  summary: "Get a driver's 1099-NEC",
  description:
    "The form is available when the year's payouts reach the reporting threshold: $600 in 2025, $2,000 in 2026. In live mode, it appears on January 1 of the following year. In the sandbox, it appears immediately. `format=pdf` returns the form itself, Copy B.",
  params: TaxParams,
  query: z.strictObject({
    year: TaxYear,
    format: z._default(note(z.enum(["json", "pdf"]), "Format of the response."), "json"),
  }),
  replies: {
    found: {
      status: 200,
      description: "The form in the requested format.",
      schema: TaxDocumentShape,
      alsoAs: "application/pdf",
      example: {
        id: "doc_7h2m9c4x1v8k3p6q5r0t2w4y6z",
        object: "tax_document",
        type: "1099-NEC",
        driver_id: driverExample.id,
        year: 2026,
        status: "available",
        gross_amount: 3_482_507,
        pdf_url: "https://api.example.com/v1/tax/documents/Q2l0eSBvZiBHbGFzcw",
        generated_at: "2027-01-02T09:00:00.000Z",
      },
    },
  },
  errors: ["resource_missing"],
  scope: "tax:read",
  access: { driver: ["query"], account: ["get"], partner: ["get"] },
  secrets: ["signing"],
  // A PDF needs two more reads for the payer's name, a function's first link one call for the sealing key.
  budget: { calls: 2, writeUnits: 1, readUnits: 1 },
});
