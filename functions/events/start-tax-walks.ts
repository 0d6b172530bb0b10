import { dayOf } from "../../shared/domain/day.ts";
import { taxRules } from "../../shared/domain/tax/tax-rules.ts";
import { walkId, walksOn } from "../../shared/domain/tax/tax-walk.ts";
import { logFault, logger } from "../../shared/http/serve/telemetry.ts";
import { putWalk } from "../../shared/store/tax/tax-walks.ts";

/** When the schedule meant to call, which a late call still says. */
type Scheduled = { scheduled_at: string };

/** The product has no figures of the walk's year yet. */
class NoTaxRules extends Error {
  override readonly name = "NoTaxRules";
}

/** Called every day: starts the walks of the day. One that was started is not started again. */
export const handler = async ({ scheduled_at }: Scheduled): Promise<{ started: string[] }> => {
  const started: string[] = [];
  try {
    for (const walk of walksOn(dayOf(new Date(scheduled_at)))) {
      // Somebody has to enter the year's figures first, and an alarm tells them so: there are days left to do it.
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
