import type { checkStageCommand } from "../../contract/operators/stage-commands.ts";
import { foreignItemDenials } from "../../store/table/isolation.ts";
import type { Run } from "./command-run.ts";

export const checkStageRun: Run<typeof checkStageCommand> = async (_, { now }) => {
  const { read, transaction } = await foreignItemDenials(now);
  const data = {
    api: process.env.BASE_URL,
    emails: process.env.MAIL,
    alarm_topic: process.env.ALARM_TOPIC,
    foreign_read: read ? "refused" : "allowed",
    foreign_transaction: transaction ? "refused" : "allowed",
  };
  return { ok: true, message: "IAM's answers about another function's items", data };
};
