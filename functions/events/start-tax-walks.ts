import { dayOf } from "../../shared/domain/time/day.ts";
import { type TaxPage, walkId, walksOn } from "../../shared/domain/tax/tax-walk.ts";
import { isThresholdPublished } from "../../shared/domain/tax/form-1099.ts";
import { missingFigures, taxRules, yearToPrepare } from "../../shared/domain/tax/years/tax-rules.ts";
import { countInStage, logFault, logger } from "../../shared/http/serve/telemetry.ts";
import { isRecoveryOn } from "../../shared/store/recovery/recovery.ts";
import { putWalk } from "../../shared/store/tax/tax-walks.ts";

/** The instant that the schedule calls for, also in a late call. */
type Scheduled = { scheduled_at: string };

/** Forms wait for the threshold of their year. All other walks start without figures. */
class ThresholdMissing extends Error {
  override readonly name = "ThresholdMissing";
}
const waits = (walk: TaxPage["walk"]): boolean =>
  walk.event === "tax.1099.ready" && !isThresholdPublished(taxRules(walk.year));

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
  const day = dayOf(at);
  const isMorning = at.getUTCHours() >= MORNING;
  if (isMorning) warnOfMissingFigures(yearToPrepare(day));
  try {
    const walks = walksAt(day, isMorning);
    for (const walk of walks.filter((each) => !waits(each))) {
      const audit = walk.event === "earnings.synced" ? [{ kind: "ledger_page" as const, day }] : [];
      if (await putWalk(walk, new Date(), audit)) started.push(walkId(walk));
    }
    // AWS has no metric of it.
    if (isMorning) countInStage("RecoveryOff", (await isRecoveryOn()) ? 0 : 1);
    // The fault raises an alarm, each day until the figure is there.
    if (walks.some(waits)) throw new ThresholdMissing();
  } catch (error) {
    logFault("start-tax-walks", error);
    throw error;
  }
  logger.info("walks", { operation: "start-tax-walks", started });
  return { started };
};
