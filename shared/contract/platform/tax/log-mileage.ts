import { MileageRequest } from "../../../domain/tax/mileage-request.ts";
import { operation } from "../../operation.ts";
import { created } from "../../replies.ts";
import { MileageEntryShape, mileageExample } from "./mileage-shapes.ts";
import { TaxParams } from "./tax-shapes.ts";

export const logMileageOperation = operation({
  name: "log-mileage",
  method: "POST",
  path: "/v1/tax/{driver_id}/mileage",
  tag: "Tax",
  summary: "Log miles",
  description:
    "Business miles are deducted at the IRS rate for the date driven and count toward that tax year's summary. Other miles are stored, but are not deductible.",
  params: TaxParams,
  body: MileageRequest,
  bodyExample: { miles: 42.5, date: "2026-07-03", purpose: "delivery" },
  replies: created("The miles were logged.", MileageEntryShape, mileageExample),
  scope: "tax:write",
  access: { driver: ["query", "update"], mileage: ["put"] },
  budget: { calls: 3, writeUnits: 8, readUnits: 0 },
});
