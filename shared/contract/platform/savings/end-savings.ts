import { operation } from "../../operation.ts";
import { updated } from "../../replies.ts";
import { endedSavingsExample, SavingsParams, SavingsShape } from "./savings-shapes.ts";

export const endSavingsOperation = operation({
  name: "end-savings",
  method: "DELETE",
  path: "/v1/drivers/{driver_id}/savings",
  tag: "Savings",
  summary: "End a driver's savings",
  description:
    "Withdraws the invitation, or ends the agreement at once: a payout that is still pending then saves nothing. The driver gets an email about an agreement that ends. Contributions on their way still go to the driver's Roth IRA. Ending again changes nothing.",
  params: SavingsParams,
  replies: updated("The savings are ended.", SavingsShape, endedSavingsExample),
  scope: "drivers:write",
  access: {
    driver: ["query", "update"],
    savings: ["get", "update"],
    saver: ["update"],
    event: ["put"],
    outbox: ["put"],
  },
  budget: { calls: 4, writeUnits: 9, readUnits: 2 },
});
