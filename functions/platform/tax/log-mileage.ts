import { Problem } from "../../../shared/contract/errors.ts";
import { logMileage as contract } from "../../../shared/contract/platform/tax/log-mileage.ts";
import { logMileage, publicEntry, refusedDay } from "../../../shared/domain/tax/mileage.ts";
import { unknownDriver } from "../../../shared/http/guard/require-driver.ts";
import { servePlatform } from "../../../shared/http/serve/serve-platform.ts";
import { logMileage as keep } from "../../../shared/store/tax/mileage.ts";

export const handler = servePlatform(contract, {
  answer: async ({ params: { driver_id }, body }, { owner, now, reply, remember }) => {
    const refused = refusedDay(body.date, now);
    if (refused) throw new Problem("parameter_invalid", `\`date\` must be ${refused}.`, "date");

    const logged = logMileage(body, now);
    const created = reply("created", publicEntry(driver_id, logged.entry));
    if (await keep(owner, driver_id, logged, remember(created))) return created;
    throw unknownDriver("driver_id");
  },
});
