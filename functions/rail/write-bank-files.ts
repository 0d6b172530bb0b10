import { type Idle, idleUntil } from "../../shared/domain/time/idle.ts";
import { countInStage, logger } from "../../shared/http/serve/telemetry.ts";
import { writeBankFiles } from "../../shared/rail/write.ts";

/** On a schedule. It counts on each run, zero included, since an alarm watches for missing data. */
export const handler = async (): Promise<Idle> => {
  const now = new Date();
  const { next, ...counts } = await writeBankFiles(now);
  logger.info("rail", { operation: "write-bank-files", ...counts });
  countInStage("BankFilesSilent", counts.silent);
  countInStage("BankFilesRejected", counts.rejected);
  return idleUntil(now, next);
};
