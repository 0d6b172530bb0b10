import { getTaxSummaryOperation } from "../../../shared/contract/platform/tax/get-tax-summary.ts";
import { earnedIn } from "../../../shared/domain/earnings/earnings.ts";
import { yearPeriod } from "../../../shared/domain/earnings/period.ts";
import { taxSummary } from "../../../shared/domain/tax/tax-summary.ts";
import { unknownDriver } from "../../../shared/http/guard/require-driver.ts";
import { servePlatform } from "../../../shared/http/serve/serve-platform.ts";
import { findDriverYear } from "../../../shared/store/driver/driver-years.ts";
import { findEarnings } from "../../../shared/store/earnings/earnings.ts";

export const handler = servePlatform(getTaxSummaryOperation, {
  answer: async ({ params: { driver_id }, query: { year: rules } }, { owner, reply }) => {
    const period = yearPeriod(rules.year);
    const [found, months] = await Promise.all([
      findDriverYear(owner, driver_id, rules.year),
      findEarnings(owner, driver_id, period),
    ]);
    if (!found) throw unknownDriver("driver_id");
    const summary = taxSummary({ ...earnedIn(months, period), mileage: found.mileage }, rules);
    return reply("found", { driver_id, ...summary });
  },
});
