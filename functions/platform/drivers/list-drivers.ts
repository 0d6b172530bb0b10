import { listDriversOperation } from "../../../shared/contract/platform/drivers/list-drivers.ts";
import { publicDriver } from "../../../shared/domain/driver/driver.ts";
import { idsBetween, serveList } from "../../../shared/http/serve/serve-list.ts";
import { countDrivers } from "../../../shared/store/driver/driver-counts.ts";
import { searchDrivers } from "../../../shared/store/driver/driver-search.ts";
import { listDrivers } from "../../../shared/store/driver/drivers.ts";

export const handler = serveList(listDriversOperation, {
  list: async ({ query }, { owner }) => {
    const { email, external_id, metadata } = query;
    const range = idsBetween("drv_", query);
    if (email !== undefined || external_id !== undefined || metadata !== undefined)
      return searchDrivers(owner, { ...range, email, external_id, metadata }, query);
    const [page, total_count] = await Promise.all([
      listDrivers(owner, range, query),
      countDrivers(owner, range),
    ]);
    return { ...page, total_count };
  },
  show: (driver) => publicDriver(driver, driver.totals),
});
