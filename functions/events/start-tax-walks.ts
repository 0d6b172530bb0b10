import { dayOf } from "../../shared/domain/day.ts";
import { type TaxPage, walkId, walksOn } from "../../shared/domain/tax/tax-walk.ts";
import { missingFigures, yearToPrepare } from "../../shared/domain/tax/years/missing-figures.ts";
import { taxRules } from "../../shared/domain/tax/years/tax-rules.ts";
import { countInStage, logFault, logger } from "../../shared/http/serve/telemetry.ts";
import { isRecoveryOn } from "../../shared/store/recovery/recovery.ts";
import { putWalk } from "../../shared/store/tax/tax-walks.ts";

/** The instant that the schedule calls for, also in a late call. */
type Scheduled = { scheduled_at: string };

class NoTaxRules extends Error {
  override readonly name = "NoTaxRules";
}

/** The alarm needs one count a day, and the line names the figures. */
function warnOfMissingFigures(year: number): void {
  const missing = missingFigures(year);
  countInStage("FiguresMissing", missing.length);
  if (missing.length > 0) logger.warn("figures", { operation: "start-tax-walks", year, missing });
}

/** The hour of the second call of a day, in UTC. */
const MORNING = 6;

/** The day before can be frozen from 02:00 on. Sources of earnings have theirs later. */
const walksAt = (day: string, isMorning: boolean): TaxPage["walk"][] =>
  isMorning
    ? [{ event: "earnings.synced", day }, ...walksOn(day)]
    : [
        { event: "settlement.frozen", day },
        { event: "contribution.settled", day },
      ];

/** Settlements and contributions first; in the morning all others. A repeated call starts none. */
export const handler = async ({ scheduled_at }: Scheduled): Promise<{ started: string[] }> => {
  const started: string[] = [];
  const at = new Date(scheduled_at);
  const [day, isMorning] = [dayOf(at), at.getUTCHours() >= MORNING];
  if (isMorning) warnOfMissingFigures(yearToPrepare(day));
  try {
    for (const walk of walksAt(day, isMorning)) {
      // The fault raises an alarm on the first day, and leaves an operator two days to enter the figures.
      if ("year" in walk && !taxRules(walk.year)) throw new NoTaxRules();
      const audit = walk.event === "earnings.synced" ? [{ kind: "ledger_page" as const, day }] : [];
      if (await putWalk(walk, new Date(), audit)) started.push(walkId(walk));
    }
    // AWS has no metric of it.
    if (isMorning) countInStage("RecoveryOff", (await isRecoveryOn()) ? 0 : 1);
  } catch (error) {
    logFault("start-tax-walks", error);
    throw error;
  }
  logger.info("walks", { operation: "start-tax-walks", started });
  return { started };
};
