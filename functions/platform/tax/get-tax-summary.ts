import { getTaxSummaryOperation } from "../../../shared/contract/platform/tax/get-tax-summary.ts";
import { dayOf } from "../../../shared/domain/time/day.ts";
import { yearPeriod } from "../../../shared/domain/earnings/period.ts";
import { taxSummary } from "../../../shared/domain/tax/tax-summary.ts";
import { taxSums } from "../../../shared/domain/tax/tax-sums.ts";
import { unknownDriver } from "../../../shared/http/guard/require-driver.ts";
import { servePlatform } from "../../../shared/http/serve/serve-platform.ts";
import { findDriverYear } from "../../../shared/store/driver/driver-years.ts";
import { findEarnings } from "../../../shared/store/earnings/earnings.ts";

export const handler = servePlatform(getTaxSummaryOperation, {
  answer: async ({ params: { driver_id }, query: { year: rules } }, { owner, now, reply }) => {
    const [driverYear, months] = await Promise.all([
      findDriverYear(owner, driver_id, rules.year),
      findEarnings(owner, driver_id, yearPeriod(rules.year)),
    ]);
    if (!driverYear) throw unknownDriver("driver_id");
    const sums = taxSums(rules, months, driverYear.logged);
    return reply("found", { driver_id, ...taxSummary(sums, driverYear, rules, dayOf(now)) });
  },
});
