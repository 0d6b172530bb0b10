import * as z from "zod/mini";
import { TaxDocumentId } from "../../../domain/tax/tax-document.ts";
import { note } from "../../../domain/text/text.ts";
import { operation } from "../../operation.ts";
import { TaxDocumentShape, taxDocumentExample } from "./tax-document-shape.ts";
import { TaxParams, TaxYear } from "./tax-shapes.ts";

export const get1099Operation = operation({
  name: "get-1099",
  method: "GET",
  path: "/v1/tax/{driver_id}/1099",
  tag: "Tax",
  summary: "Get a driver's 1099-NEC",
  description:
    "The form is available when the year's payouts reach the year's reporting threshold ($600 until 2025, $2,000 in 2026, indexed from 2027). A payout counts in the year, in UTC, in which it was completed. Sums are by driver id: add up those of a person with several. Live, it appears on January 1 of the following year, in the sandbox at once, as a preview (`provisional`). The form is issued on January 15, or when it is first read from January 1 on, and then no longer changes. Until the IRS has published the year's threshold, it stays a preview. `tip_amount` is box 1b and `occupation` box 1c. If a refund with the reason `returned` changes the year's payouts, or the driver's name, number or occupation changes by the end of the following year, a corrected form is issued and `tax.1099.ready` is sent again. The earlier form stays readable by its id. The form assumes that your company is the filer: it pays drivers for its own service. A marketplace that only settles payments between drivers and customers files Form 1099-K instead. Forms are drafts: this service files nothing with the IRS. `format=pdf` returns the form itself, Copy B.",
  params: TaxParams,
  query: z.strictObject({
    year: TaxYear,
    document_id: z.optional(
      note(z.clone(TaxDocumentId), "The id of an issued form of the year. Default: the newest one."),
    ),
    format: z._default(note(z.enum(["json", "pdf"]), "Format of the response."), "json"),
  }),
  replies: {
    found: {
      status: 200,
      description: "The form in the requested format.",
      schema: TaxDocumentShape,
      alsoAs: "application/pdf",
      example: taxDocumentExample,
    },
  },
  scope: "tax:read",
  access: {
    driver: ["query", "update"],
    account_profile: ["get"],
    account: ["get"],
    partner: ["get"],
    tax_document: ["get", "put", "update"],
    count: ["update"],
    event: ["put"],
  },
  secrets: ["signing", "identity"],
  // A preview in the sandbox. The first read of a form from January 1 on also writes it.
  budget: { calls: 4, writeUnits: 1, readUnits: 3 },
});
