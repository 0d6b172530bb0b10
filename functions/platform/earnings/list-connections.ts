import { listConnectionsOperation } from "../../../shared/contract/platform/earnings/list-connections.ts";
import { newestFirst, publicConnection } from "../../../shared/domain/earnings/connection.ts";
import { requireDriver } from "../../../shared/http/guard/require-driver.ts";
import { servePlatform } from "../../../shared/http/serve/serve-platform.ts";
import { listConnections } from "../../../shared/store/earnings/connections.ts";

export const handler = servePlatform(listConnectionsOperation, {
  load: async ({ params: { driver_id } }, { owner }) => {
    const connections = await listConnections(owner, driver_id);
    if (connections.length === 0) await requireDriver(owner, driver_id, "driver_id");
    return connections;
  },
  answer: ({ params: { driver_id } }, { loaded: connections, reply }) => {
    const data = newestFirst(connections).map((connection) => publicConnection(driver_id, connection));
    return reply("found", { object: "list", data, has_more: false, total_count: data.length });
  },
});
