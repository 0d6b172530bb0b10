import { type Idle, idleUntil } from "../../shared/domain/time/idle.ts";
import { countInStage, logger } from "../../shared/http/serve/telemetry.ts";
import { readBankFiles } from "../../shared/rail/read.ts";

/** Of the 25 seconds of a function that writes events. The next run reads the rest. */
const BUDGET_MS = 20_000;

/** On a schedule, so that no file is missed whose notice is lost. */
export const handler = async (): Promise<Idle> => {
  const now = new Date();
  const started = performance.now();
  const counts = await readBankFiles(now, () => performance.now() - started < BUDGET_MS);
  logger.info("rail", { operation: "read-bank-files", ...counts });
  countInStage("BankLinesLeft", counts.left);
  return idleUntil(now);
};
