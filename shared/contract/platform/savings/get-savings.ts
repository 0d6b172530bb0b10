import { operation } from "../../operation.ts";
import { found } from "../../replies.ts";
import { SavingsParams, SavingsShape, savingsExample } from "./savings-shapes.ts";

export const getSavingsOperation = operation({
  name: "get-savings",
  method: "GET",
  path: "/v1/drivers/{driver_id}/savings",
  tag: "Savings",
  summary: "Get a driver's savings agreement",
  description:
    "What the driver agreed to save of your payouts, and since when. It has neither the driver's yearly cap and total nor what other companies' payouts save: only the driver sees them.",
  params: SavingsParams,
  replies: found("The agreement, or the invitation.", SavingsShape, savingsExample),
  scope: "drivers:read",
  access: { driver: ["query"], savings: ["get"] },
  budget: { calls: 3, writeUnits: 1, readUnits: 2 },
});
