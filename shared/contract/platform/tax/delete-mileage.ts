import { operation } from "../../operation.ts";
import { deletedObject } from "../../replies.ts";
import { MileageParams, mileageExample } from "./mileage-shapes.ts";

export const deleteMileageOperation = operation({
  name: "delete-mileage",
  method: "DELETE",
  path: "/v1/tax/{driver_id}/mileage/{entry_id}",
  tag: "Tax",
  summary: "Delete a mileage entry",
  description: "Removes it from the sums of the tax summary.",
  params: MileageParams,
  replies: deletedObject("DeletedMileageEntry", "mileage_entry", "mileage entry", mileageExample.id),
  scope: "tax:write",
  access: { driver: ["update"], mileage: ["get", "delete"] },
  budget: { calls: 4, writeUnits: 6, readUnits: 1 },
});
