import { createDriverOperation } from "../../../shared/contract/platform/drivers/create-driver.ts";
import { createDriver, publicDriver } from "../../../shared/domain/driver/driver.ts";
import { requireDriver, externalIdTaken } from "../../../shared/http/guard/require-driver.ts";
import { servePlatform } from "../../../shared/http/serve/serve-platform.ts";
import { putDriver } from "../../../shared/store/driver/drivers.ts";
import { withSealedTin } from "../../../shared/tax-forms/sealed-tin.ts";

const NOTHING_YET = { lifetime_earnings: 0, lifetime_payouts: 0 };

export const handler = servePlatform(createDriverOperation, {
  recheck: (_, { id = "" }, { owner }) => requireDriver(owner, id, "id"),
  answer: async ({ body }, { owner, now, reply, remember }) => {
    const driver = createDriver(body, now);
    const created = reply("created", publicDriver(driver, NOTHING_YET));
    if (await putDriver(owner, await withSealedTin(driver.id, driver), remember(created))) return created;
    throw externalIdTaken();
  },
});
