import { listDriversOperation } from "../../../shared/contract/platform/drivers/list-drivers.ts";
import { publicDriver } from "../../../shared/domain/driver/driver.ts";
import { serveList } from "../../../shared/http/serve/serve-list.ts";
import { countDrivers, findDriver, listDrivers } from "../../../shared/store/driver/drivers.ts";

export const handler = serveList(listDriversOperation, {
  entry: "one of your drivers",
  find: (id, _, { owner }) => findDriver(owner, id),
  list: ({ query }, { owner }) => listDrivers(owner, query),
  count: (_, { owner }) => countDrivers(owner),
  show: (driver) => publicDriver(driver, driver.totals),
});
