import * as z from "zod/mini";
import { PlatformSlug } from "../../../domain/text/text.ts";
import { foundList, paging } from "../../lists.ts";
import { operation } from "../../operation.ts";
import { connectionExample } from "../examples.ts";
import { ConnectionShape, EarningsParams } from "./connection-shapes.ts";

export const listConnectionsOperation = operation({
  name: "list-connections",
  method: "GET",
  path: "/v1/earnings/{driver_id}/connections",
  tag: "Earnings",
  summary: "List a driver's connections",
  description:
    "All gig platforms that are currently connected, newest first. A connection has no id: use its `platform` in `starting_after` and `ending_before`.",
  params: EarningsParams,
  query: z.strictObject(paging(PlatformSlug)),
  replies: foundList("ConnectionList", "The connections.", ConnectionShape, connectionExample),
  hasLatePlaces: true,
  scope: "earnings:read",
  access: { earnings: ["query"], driver: ["query"] },
  // Reads the driver too: a deleted driver's connections are erased later.
  budget: { calls: 3, writeUnits: 1, readUnits: 2 },
});
