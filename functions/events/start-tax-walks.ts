import { dayOf } from "../../shared/domain/day.ts";
import type { EarningsWalk } from "../../shared/domain/earnings/earnings-walk.ts";
import { missingFigures, yearToPrepare } from "../../shared/domain/tax/years/missing-figures.ts";
import { taxRules } from "../../shared/domain/tax/years/tax-rules.ts";
import { walkId, walksOn } from "../../shared/domain/tax/tax-walk.ts";
import { countMissingFigures, logFault, logger } from "../../shared/http/serve/telemetry.ts";
import { putWalk } from "../../shared/store/tax/tax-walks.ts";

/** The instant that the schedule calls for, also in a late call. */
type Scheduled = { scheduled_at: string };

/** The tax figures of the walk's year are missing. */
class NoTaxRules extends Error {
  override readonly name = "NoTaxRules";
}

/** The alarm needs one count a day, and the line names the figures. */
function warnOfMissingFigures(year: number): void {
  const missing = missingFigures(year);
  countMissingFigures(missing.length);
  if (missing.length > 0) logger.warn("figures", { operation: "start-tax-walks", year, missing });
}

/**
 * Starts the walks of the day: the tax walks that are due, and that of the day's earnings. A second call on
 * the same day starts none.
 */
export const handler = async ({ scheduled_at }: Scheduled): Promise<{ started: string[] }> => {
  const started: string[] = [];
  const day = dayOf(new Date(scheduled_at));
  const earnings: EarningsWalk = { event: "earnings.synced", day };
  warnOfMissingFigures(yearToPrepare(day));
  try {
    if (await putWalk(earnings, new Date())) started.push(walkId(earnings));
    for (const walk of walksOn(day)) {
      // The fault raises an alarm on the walk's first day. It can still start on one of the two days after,
      // so an operator can enter the year's figures.
      if (!taxRules(walk.year)) throw new NoTaxRules();
      if (await putWalk(walk, new Date())) started.push(walkId(walk));
    }
  } catch (error) {
    logFault("start-tax-walks", error);
    throw error;
  }
  logger.info("walks", { operation: "start-tax-walks", started });
  return { started };
};
