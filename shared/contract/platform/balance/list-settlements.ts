import * as z from "zod/mini";
import { Day } from "../../../domain/time/day.ts";
import { foundList, paging } from "../../lists.ts";
import { operation } from "../../operation.ts";
import { SettlementShape, settlementExample } from "./settlement-shapes.ts";

export const listSettlementsOperation = operation({
  name: "list-settlements",
  method: "GET",
  path: "/v1/settlements",
  tag: "Balance",
  summary: "List settlements",
  description:
    "The frozen statements of all days on which your money moved, newest first. The cursors are dates.",
  query: z.strictObject(paging(Day)),
  replies: foundList("SettlementList", "A result page of settlements.", SettlementShape, settlementExample),
  scope: "payments:read",
  access: { settlement: ["query"] },
  budget: { calls: 3, writeUnits: 1, readUnits: 2 },
});
