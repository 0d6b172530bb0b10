import * as z from "zod/mini";
import { MileageRequest } from "../../../domain/tax/mileage.ts";
import { Instant, note } from "../../../domain/text.ts";
import { operation } from "../../operation.ts";
import { driverExample } from "../shapes.ts";
import { TaxParams } from "./tax-shapes.ts";

const MileageEntryShape = z
  .object({
    id: z.string(),
    object: z.literal("mileage_entry"),
    driver_id: z.string(),
    miles: z.number(),
    deduction_amount: note(z.int(), "In cents, at the rate on the date of the drive; 0 for commuting."),
    date: z.string(),
    purpose: z.string(),
    start_location: z.nullable(z.string()),
    end_location: z.nullable(z.string()),
    created_at: Instant,
  })
  .register(z.globalRegistry, { id: "MileageEntry" });

export const logMileageOperation = operation({
  name: "log-mileage",
  api: "platform",
  method: "POST",
  path: "/v1/tax/{driver_id}/mileage",
  tag: "Tax",
  summary: "Log business miles",
  description:
    "Miles are deducted at the IRS business rate for the date driven and count toward that tax year's summary. Commuting is stored but is not deductible.",
  params: TaxParams,
  body: MileageRequest,
  bodyExample: { miles: 42.5, date: "2026-07-03", purpose: "delivery" },
  replies: {
    created: {
      status: 201,
      description: "The miles were logged.",
      schema: MileageEntryShape,
      example: {
        id: "mil_01kadzbv7w6x5y4t3s2r1q0p9n",
        object: "mileage_entry",
        driver_id: driverExample.id,
        miles: 42.5,
        deduction_amount: 3_230,
        date: "2026-07-03",
        purpose: "delivery",
        start_location: null,
        end_location: null,
        created_at: "2026-11-21T09:30:00.000Z",
      },
    },
  },
  errors: ["resource_missing"],
  scope: "tax:write",
  storeAnswerFor: "30 days",
  access: { driver: ["update"], mileage: ["put"] },
  budget: { calls: 2, writeUnits: 7, readUnits: 0 },
});
