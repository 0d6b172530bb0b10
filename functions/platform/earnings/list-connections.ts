import { listConnectionsOperation } from "../../../shared/contract/platform/earnings/list-connections.ts";
import { connectionPlaces, publicConnection } from "../../../shared/domain/earnings/connection.ts";
import { requireDriver } from "../../../shared/http/guard/require-driver.ts";
import { followedPage } from "../../../shared/http/serve/serve-list.ts";
import { servePlatform } from "../../../shared/http/serve/serve-platform.ts";
import { listConnections } from "../../../shared/store/earnings/connections.ts";

export const handler = servePlatform(listConnectionsOperation, {
  load: async ({ params: { driver_id } }, { owner }) => {
    // A deleted driver's connections are stored until a timer has erased them.
    const [connections] = await Promise.all([
      listConnections(owner, driver_id),
      requireDriver(owner, driver_id, "driver_id"),
    ]);
    return connections;
  },
  answer: ({ params: { driver_id }, query }, { loaded: connections, now, reply }) => {
    const placeOf = connectionPlaces(connections);
    const current = connections.filter(({ status }) => status === "connected");
    const publicConnections = current.map((connection) => publicConnection(driver_id, connection));
    return reply(
      "found",
      followedPage(publicConnections, query, now, ({ platform }) => placeOf(platform), placeOf),
    );
  },
});
