import { MileagePatch } from "../../../domain/tax/mileage-request.ts";
import { operation } from "../../operation.ts";
import { updated } from "../../replies.ts";
import { MileageEntryShape, MileageParams, mileageExample } from "./mileage-shapes.ts";

export const updateMileageOperation = operation({
  name: "update-mileage",
  method: "PATCH",
  path: "/v1/tax/{driver_id}/mileage/{entry_id}",
  tag: "Tax",
  summary: "Correct a mileage entry",
  description:
    "Changes the given fields, and the sums of the summary with them. A new `date` moves the miles to its rate, quarter and tax year. A new `purpose` decides again whether the miles are deductible, unless `deductible` is given.",
  params: MileageParams,
  body: MileagePatch,
  bodyExample: { miles: 42.5 },
  replies: updated("The mileage entry after the correction.", MileageEntryShape, mileageExample),
  scope: "tax:write",
  access: { driver: ["update"], mileage: ["get", "put"] },
  budget: { calls: 4, writeUnits: 6, readUnits: 1 },
});
