import * as z from "zod/mini";
import { note } from "../../../domain/text/text.ts";
import { operation } from "../../operation.ts";
import { replyNamed } from "../../replies.ts";
import { TaxDocumentShape, taxDocumentExample } from "../tax/tax-document-shape.ts";
import { TaxParams, TaxYearNumber } from "../tax/tax-shapes.ts";

const MAX = 10_000_000_000;

const Gross = z.int().check(z.gte(0), z.lte(MAX));

export const make1099ReadyOperation = operation({
  name: "make-1099-ready",
  method: "POST",
  path: "/v1/test_helpers/tax/{driver_id}/1099_ready",
  tag: "Test helpers",
  summary: "Issue a test 1099-NEC",
  description:
    "Issues the driver's 1099-NEC for a year as January 15 would, and sends `tax.1099.ready`. With `gross_amount`, the year's payouts count as that amount from then on, so that you can make a form of a past year. A second call with another amount issues a corrected form. It works with test keys only.",
  params: TaxParams,
  body: z.strictObject({
    year: z.clone(TaxYearNumber),
    gross_amount: z.optional(
      note(z.clone(Gross), "In cents: the amount of the form, in place of the year's payouts."),
    ),
  }),
  bodyExample: { year: 2025, gross_amount: 65_000 },
  replies: replyNamed("ready", 200)("The issued form.", TaxDocumentShape, taxDocumentExample),
  errors: ["route_not_found"],
  scope: "tax:write",
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
  // The second and later calls for a driver, which issue a corrected form.
  budget: { calls: 5, writeUnits: 15, readUnits: 3 },
});
