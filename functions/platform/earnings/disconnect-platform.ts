import { missing } from "../../../shared/contract/errors.ts";
import { disconnectPlatformOperation } from "../../../shared/contract/platform/earnings/disconnect-platform.ts";
import { requireDriver } from "../../../shared/http/guard/require-driver.ts";
import { servePlatform } from "../../../shared/http/serve/serve-platform.ts";
import { deleteConnection } from "../../../shared/store/earnings/connections.ts";

export const handler = servePlatform(disconnectPlatformOperation, {
  load: ({ params }, { owner }) => requireDriver(owner, params.driver_id, "driver_id"),
  answer: async ({ params: { driver_id, platform } }, { owner, reply }) => {
    const deleted = reply("deleted", { object: "platform_connection", driver_id, platform, deleted: true });
    if (await deleteConnection(owner, driver_id, platform)) return deleted;
    throw missing("The driver has no connection to this gig platform.", "platform");
  },
});
