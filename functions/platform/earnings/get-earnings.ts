import { getEarningsOperation } from "../../../shared/contract/platform/earnings/get-earnings.ts";
import { summariseEarnings } from "../../../shared/domain/earnings/earnings.ts";
import { periodOf } from "../../../shared/domain/earnings/period.ts";
import { requireDriver } from "../../../shared/http/guard/require-driver.ts";
import { servePlatform } from "../../../shared/http/serve/serve-platform.ts";
import { findEarnings } from "../../../shared/store/earnings/earnings.ts";

export const handler = servePlatform(getEarningsOperation, {
  load: async ({ params: { driver_id }, query }, { owner, now }) => {
    const period = periodOf(query.period, now);
    // A deleted driver's earnings are stored until a timer has erased them.
    const [months] = await Promise.all([
      findEarnings(owner, driver_id, period),
      requireDriver(owner, driver_id, "driver_id"),
    ]);
    return { period, months };
  },
  answer: ({ params: { driver_id }, query }, { loaded: { period, months }, reply }) => {
    const selection = { period, platform: query.platform, includeTips: query.include_tips };
    const summary = summariseEarnings(months, selection);
    return reply("found", { driver_id, period: query.period, ...period, ...summary });
  },
});
