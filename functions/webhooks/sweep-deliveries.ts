import { logger } from "../../shared/http/telemetry.ts";
import { findDue } from "../../shared/store/due-deliveries.ts";
import { sendHints } from "./hints.ts";

/**
 * Sends hints of what is due within the next minute, and of what has been due for so long that its hint must be lost. It
 * writes nothing: what it sends twice is looked at twice.
 */
export const handler = async (): Promise<void> => {
  const now = new Date();
  const due = await findDue(now);
  const hints = due.map(({ due_at, ...hint }) => ({
    ...hint,
    inSeconds: Math.max(0, Math.ceil((Date.parse(due_at) - now.getTime()) / 1000)),
  }));
  await sendHints("later", hints);
  logger.info("sweep", { operation: "sweep-deliveries", hints: hints.length });
};
