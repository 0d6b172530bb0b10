import * as z from "zod/mini";
import { component, note } from "../../../domain/text.ts";
import { operation } from "../../operation.ts";
import { deleted } from "../../replies.ts";
import { MileageParams, mileageExample } from "./mileage-shapes.ts";

export const deleteMileageOperation = operation({
  name: "delete-mileage",
  method: "DELETE",
  path: "/v1/tax/{driver_id}/mileage/{entry_id}",
  tag: "Tax",
  summary: "Delete a mileage entry",
  description: "Removes it from the sums of the tax summary.",
  params: MileageParams,
  replies: deleted(
    "The mileage entry was deleted.",
    component("DeletedMileageEntry", {
      id: note(z.string(), "The deleted mileage entry's id."),
      object: note(z.literal("mileage_entry"), "Type of the object."),
      deleted: note(z.literal(true), "Always true."),
    }),
    { id: mileageExample.id, object: "mileage_entry", deleted: true },
  ),
  errors: ["resource_missing"],
  scope: "tax:write",
  access: { driver: ["update"], mileage: ["get", "delete"] },
  budget: { calls: 3, writeUnits: 5, readUnits: 1 },
});
