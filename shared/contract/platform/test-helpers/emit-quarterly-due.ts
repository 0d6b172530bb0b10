import * as z from "zod/mini";
import { component, note } from "../../../domain/text/text.ts";
import { operation } from "../../operation.ts";
import { replyNamed } from "../../replies.ts";
import { driverExample } from "../examples.ts";
import { TaxParams, TaxYearNumber } from "../tax/tax-shapes.ts";

const Quarter = z.enum(["Q1", "Q2", "Q3", "Q4"]);

export const emitQuarterlyDueOperation = operation({
  name: "emit-quarterly-due",
  method: "POST",
  path: "/v1/test_helpers/tax/{driver_id}/quarterly_due",
  tag: "Test helpers",
  summary: "Emit tax.quarterly.due",
  description:
    "Emits `tax.quarterly.due` for a test driver, on any day and even if no payment is due. It works with test keys only and emits the same event as 14 days before the due date.",
  params: TaxParams,
  body: z.strictObject({
    year: z.clone(TaxYearNumber),
    q: note(z.clone(Quarter), "The quarter."),
  }),
  bodyExample: { year: 2026, q: "Q4" },
  replies: replyNamed("emitted", 200)(
    "The event was emitted, with this data.",
    component("QuarterlyEstimate", {
      object: z.literal("quarterly_estimate"),
      livemode: note(z.boolean(), "False for test data."),
      driver_id: note(z.string(), "The driver's id."),
      year: note(z.int(), "The tax year."),
      q: note(z.clone(Quarter), "The quarter."),
      due: note(z.string(), "The date on which the payment is due."),
    }),
    {
      object: "quarterly_estimate",
      livemode: false,
      driver_id: driverExample.id,
      year: 2026,
      q: "Q4",
      due: "2027-01-15",
    },
  ),
  errors: ["route_not_found"],
  scope: "tax:write",
  access: { driver: ["query"], event: ["put"] },
  budget: { calls: 3, writeUnits: 5, readUnits: 1 },
});
