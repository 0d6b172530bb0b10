import { nextCutOff } from "../../shared/domain/rail/bank-days.ts";
import { type Idle, idleUntil } from "../../shared/domain/time/idle.ts";
import { readBankTerms } from "../../shared/http/guard/ach-rail.ts";
import { logger } from "../../shared/http/serve/telemetry.ts";
import { collectForBank } from "../../shared/rail/collect.ts";

/** Of five minutes. The next run finds the rest. */
const BUDGET_MS = 240_000;

/** On a schedule. After a cut-off, it puts what waits into a file. A doubled run finds nothing. */
export const handler = async (): Promise<Idle> => {
  const terms = readBankTerms(process.env.BANK_TERMS ?? "");
  const now = new Date();
  const started = performance.now();
  const isTimeLeft = () => performance.now() - started < BUDGET_MS;
  const entries = await collectForBank({ terms, now, isTimeLeft });
  logger.info("rail", { operation: "collect-payouts", entries });
  return idleUntil(now, nextCutOff(now, terms.cut_offs).at.getTime());
};
