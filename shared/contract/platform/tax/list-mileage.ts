import * as z from "zod/mini";
import { MileageId } from "../../../domain/tax/mileage.ts";
import { foundList, paging } from "../../lists.ts";
import { operation } from "../../operation.ts";
import { MileageEntryShape, mileageExample } from "./mileage-shapes.ts";
import { TaxParams } from "./tax-shapes.ts";

export const listMileageOperation = operation({
  name: "list-mileage",
  method: "GET",
  path: "/v1/tax/{driver_id}/mileage",
  tag: "Tax",
  summary: "List a driver's mileage entries",
  description: "The most recently logged first, not by the dates of the drives.",
  params: TaxParams,
  query: z.strictObject(paging(MileageId)),
  replies: foundList(
    "MileageEntryList",
    "A result page of mileage entries.",
    MileageEntryShape,
    mileageExample,
  ),
  scope: "tax:read",
  access: { driver: ["query"], mileage: ["query"] },
  // Counts the entries by reading them all, one unit per 4 KB: about 15 entries.
  budget: { calls: 4, writeUnits: 1, readUnits: 3 },
});
