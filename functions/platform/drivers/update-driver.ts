import { updateDriverOperation } from "../../../shared/contract/platform/drivers/update-driver.ts";
import { patched, publicDriver } from "../../../shared/domain/driver/driver.ts";
import { requireDriver } from "../../../shared/http/guard/require-driver.ts";
import { servePlatform } from "../../../shared/http/serve/serve-platform.ts";
import { putDriverPatch } from "../../../shared/store/driver/drivers.ts";
import { withSealedTin } from "../../../shared/tax-forms/sealed-tin.ts";

export const handler = servePlatform(updateDriverOperation, {
  load: ({ params }, { owner }) => requireDriver(owner, params.id, "id"),
  answer: async ({ body }, { owner, now, loaded: driver, reply }) => {
    const updated = reply("updated", publicDriver(patched(driver, body), driver.totals));
    await putDriverPatch(owner, driver, await withSealedTin(driver.id, body), now);
    return updated;
  },
});
