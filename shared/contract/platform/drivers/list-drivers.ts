import * as z from "zod/mini";
import { DriverId } from "../../../domain/driver/driver-id.ts";
import { ExternalId } from "../../../domain/driver/external-id.ts";
import { Email } from "../../../domain/text/email.ts";
import { MetadataFilter } from "../../../domain/metadata/metadata-request.ts";
import { note } from "../../../domain/text/text.ts";
import { foundList, GivenInstant, paging } from "../../lists.ts";
import { operation } from "../../operation.ts";
import { driverExample } from "../examples.ts";
import { DriverShape } from "./driver-shapes.ts";

export const listDriversOperation = operation({
  name: "list-drivers",
  method: "GET",
  path: "/v1/drivers",
  tag: "Drivers",
  summary: "List drivers",
  description:
    "Lists the drivers of the account, newest first. Filters can be combined: a driver must match all of them.",
  query: z.strictObject({
    email: z.optional(note(z.clone(Email), "Only drivers with this email, in any letter case.")),
    external_id: z.optional(note(z.clone(ExternalId), "Only the driver with this `external_id`.")),
    metadata: z.optional(MetadataFilter),
    created_after: z.optional(note(z.clone(GivenInstant), "Only drivers created after this time.")),
    created_before: z.optional(note(z.clone(GivenInstant), "Only drivers created before this time.")),
    ...paging(DriverId),
  }),
  replies: foundList("DriverList", "A result page of drivers.", DriverShape, driverExample),
  scope: "drivers:read",
  access: { driver: ["query", "collect"], driver_lookup: ["query", "collect"], count: ["query"] },
  budget: { calls: 3, writeUnits: 1, readUnits: 2 },
});
