import { operation } from "../../operation.ts";
import { replyNamed } from "../../replies.ts";
import { SettlementShape, settlementExample } from "../balance/settlement-shapes.ts";

export const closeDayOperation = operation({
  name: "close-day",
  method: "POST",
  path: "/v1/test_helpers/settlements/close",
  tag: "Test helpers",
  summary: "Close a test day",
  description:
    "Makes the settlement of your first day without one, before the day ends. Today's has what moved until 30 seconds ago, and tomorrow's the rest. It works with test keys only.",
  replies: replyNamed("closed", 201)("The settlement.", SettlementShape, settlementExample),
  errors: ["route_not_found", "status_conflict"],
  scope: "payments:write",
  access: { settlement: ["query", "put"], entry: ["query"] },
  budget: { calls: 7, writeUnits: 8, readUnits: 4 },
});
