import * as z from "zod/mini";
import { Day } from "../../../domain/day.ts";
import { listOf, paging } from "../../lists.ts";
import { operation } from "../../operation.ts";
import { SettlementShape, settlementExample } from "./settlement-shapes.ts";

export const listSettlementsOperation = operation({
  name: "list-settlements",
  api: "platform",
  method: "GET",
  path: "/v1/settlements",
  tag: "Balance",
  summary: "List settlements",
  description:
    "The frozen statements of all days on which your money moved, newest first. The cursors are dates.",
  query: z.strictObject(paging(Day)),
  replies: {
    found: {
      status: 200,
      description: "A result page of settlements.",
      schema: listOf("SettlementList", SettlementShape),
      example: { object: "list", data: [settlementExample], has_more: false, total_count: 1 },
    },
  },
  scope: "payments:read",
  access: { settlement: ["query"] },
  budget: { calls: 3, writeUnits: 1, readUnits: 2 },
});
