import { Problem } from "../../../shared/contract/errors.ts";
import { disconnectPlatform as contract } from "../../../shared/contract/platform/earnings/disconnect-platform.ts";
import { requireDriver } from "../../../shared/http/guard/require-driver.ts";
import { servePlatform } from "../../../shared/http/serve/serve-platform.ts";
import { disconnectPlatform } from "../../../shared/store/earnings/connections.ts";

export const handler = servePlatform(contract, {
  load: ({ params }, { owner }) => requireDriver(owner, params.driver_id, "driver_id"),
  answer: async ({ params: { driver_id, platform } }, { owner, now, reply }) => {
    const deleted = reply("deleted", { object: "platform_connection", driver_id, platform, deleted: true });
    if (await disconnectPlatform(owner, driver_id, platform, now)) return deleted;
    throw new Problem("resource_missing", "This platform is not connected.", "platform");
  },
});
