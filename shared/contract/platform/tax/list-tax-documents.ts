import * as z from "zod/mini";
import { DriverId } from "../../../domain/driver/driver-id.ts";
import { TaxDocumentId } from "../../../domain/tax/tax-document.ts";
import { note } from "../../../domain/text/text.ts";
import { listOf, paging } from "../../lists.ts";
import { operation } from "../../operation.ts";
import { TaxDocumentShape, taxDocumentExample } from "./tax-document-shape.ts";
import { TaxYear } from "./tax-shapes.ts";

const Corrected = z.pipe(
  z
    .string()
    .check(z.regex(/^(true|false)$/, "`true` or `false`"))
    .register(z.globalRegistry, {
      description: "`true`: only forms that correct an earlier one. `false`: only first forms.",
      "x-published": { type: "boolean" },
    }),
  z.transform((text) => text === "true"),
);

export const listTaxDocumentsOperation = operation({
  name: "list-tax-documents",
  method: "GET",
  path: "/v1/tax/documents",
  tag: "Tax",
  summary: "List the year's 1099-NEC forms",
  description:
    'Lists the issued forms of all drivers for a year, newest first. The list is complete from January 15 on. Corrected forms are listed beside the ones that they correct: a form is current if `corrected_by` is null. Previews are not listed. With `Accept: text/csv`, the response is the result page as CSV, with at most 100 forms, as IRIS takes them. It has the last four digits of numbers: add the full ones in the template of the IRIS Taxpayer Portal. A `Link` header with `rel="next"` has the address of the next page. With the `corrected` filter, each request searches at most 10,000 forms.',
  query: z.strictObject({
    year: TaxYear,
    driver_id: z.optional(note(z.clone(DriverId), "Only the forms of this driver.")),
    corrected: z.optional(Corrected),
    ...paging(TaxDocumentId),
  }),
  replies: {
    found: {
      status: 200,
      description: "A result page of forms.",
      schema: listOf("TaxDocumentList", TaxDocumentShape),
      alsoAs: "text/csv",
      example: { object: "list", data: [taxDocumentExample], has_more: false, total_count: 1 },
    },
  },
  scope: "tax:read",
  access: { tax_document: ["get", "query"], driver: ["query"], deleted_driver: ["get"], count: ["query"] },
  secrets: ["signing", "identity"],
  // Plus one unit per 4 KB of listed forms.
  budget: { calls: 3, writeUnits: 1, readUnits: 2 },
});
