import * as z from "zod/mini";
import { DriverId } from "../../../domain/driver/driver.ts";
import { note } from "../../../domain/text.ts";
import { listOf, PageLimit } from "../../lists.ts";
import { operation } from "../../operation.ts";
import { DriverShape, driverExample } from "../shapes.ts";

export const listDriversOperation = operation({
  name: "list-drivers",
  api: "platform",
  method: "GET",
  path: "/v1/drivers",
  tag: "Drivers",
  summary: "List drivers",
  description: "Lists the drivers of the account, newest first.",
  query: z.strictObject({
    limit: PageLimit,
    starting_after: z.optional(note(z.clone(DriverId), "The last id of the previous result page.")),
  }),
  replies: {
    found: {
      status: 200,
      description: "A result page of drivers.",
      schema: listOf("DriverList", DriverShape),
      example: { object: "list", data: [driverExample], has_more: false, total_count: 1 },
    },
  },
  scope: "drivers:read",
  access: { driver: ["query"], count: ["query"] },
  budget: { calls: 4, writeUnits: 1, readUnits: 3 },
});
