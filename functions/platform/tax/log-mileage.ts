import { Problem } from "../../../shared/contract/errors.ts";
import { logMileageOperation } from "../../../shared/contract/platform/tax/log-mileage.ts";
import { logMileage, publicEntry, refusedDay } from "../../../shared/domain/tax/mileage.ts";
import { unknownDriver } from "../../../shared/http/guard/require-driver.ts";
import { servePlatform } from "../../../shared/http/serve/serve-platform.ts";
import { putMileage } from "../../../shared/store/tax/mileage.ts";

export const handler = servePlatform(logMileageOperation, {
  answer: async ({ params: { driver_id }, body }, { owner, now, reply, remember }) => {
    const refused = refusedDay(body.date, now);
    if (refused) throw new Problem("parameter_invalid", `\`date\` must be ${refused}.`, "date");

    const logged = logMileage(body, now);
    const created = reply("created", publicEntry(driver_id, logged.entry));
    if (await putMileage(owner, driver_id, logged, remember(created))) return created;
    throw unknownDriver("driver_id");
  },
});
