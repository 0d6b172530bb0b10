import { updateDriver as contract } from "../../shared/contract/platform/update-driver.ts";
import { patched, publicDriver } from "../../shared/domain/driver.ts";
import { servePlatform } from "../../shared/http/serve-platform.ts";
import { updateDriver } from "../../shared/store/drivers.ts";
import { requireDriver } from "./require-driver.ts";

export const handler = servePlatform(contract, {
  load: ({ params }, { owner }) => requireDriver(owner, params.id, "id"),
  answer: async ({ params, body }, { owner, now, loaded: driver, reply }) => {
    const shown = publicDriver(patched(driver, body), driver.totals);
    const updated = reply("updated", shown);
    await updateDriver(owner, params.id, body, shown, now);
    return updated;
  },
});
