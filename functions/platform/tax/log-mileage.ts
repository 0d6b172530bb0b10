import { logMileageOperation } from "../../../shared/contract/platform/tax/log-mileage.ts";
import { logMileage, publicMileage, refusedMileage } from "../../../shared/domain/tax/mileage.ts";
import { requireDriver, unknownDriver } from "../../../shared/http/guard/require-driver.ts";
import { refuseBroken } from "../../../shared/http/guard/require-entry.ts";
import { servePlatform } from "../../../shared/http/serve/serve-platform.ts";
import { putEntry } from "../../../shared/store/tax/tax-log.ts";
import { mileageLog } from "../../../shared/store/tax/tax-logs.ts";

export const handler = servePlatform(logMileageOperation, {
  recheck: ({ params }, _, { owner }) => requireDriver(owner, params.driver_id, "driver_id"),
  answer: async ({ params: { driver_id }, body }, { owner, now, reply, remember }) => {
    refuseBroken(refusedMileage(body, body.purpose, now));
    const entry = logMileage(body, now);
    const created = reply("created", publicMileage(owner, driver_id, entry));
    if (await putEntry(mileageLog, owner, driver_id, entry, remember(created))) return created;
    throw unknownDriver("driver_id");
  },
});
