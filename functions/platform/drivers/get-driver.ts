import { getDriverOperation } from "../../../shared/contract/platform/drivers/get-driver.ts";
import { publicDriver } from "../../../shared/domain/driver/driver.ts";
import { requireDriver } from "../../../shared/http/guard/require-driver.ts";
import { servePlatform } from "../../../shared/http/serve/serve-platform.ts";

export const handler = servePlatform(getDriverOperation, {
  load: ({ params }, { owner }) => requireDriver(owner, params.id, "id"),
  answer: (_, { loaded: driver, reply }) => reply("found", publicDriver(driver, driver.totals)),
});
