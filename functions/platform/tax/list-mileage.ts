import { listMileageOperation } from "../../../shared/contract/platform/tax/list-mileage.ts";
import { publicMileage } from "../../../shared/domain/tax/mileage.ts";
import { requireDriver } from "../../../shared/http/guard/require-driver.ts";
import { serveList } from "../../../shared/http/serve/serve-list.ts";
import { countEntries, listEntries } from "../../../shared/store/tax/tax-log.ts";
import { mileageLog } from "../../../shared/store/tax/tax-logs.ts";

export const handler = serveList(listMileageOperation, {
  require: ({ params }, { owner }) => requireDriver(owner, params.driver_id, "driver_id"),
  list: ({ params, query }, { owner }) => listEntries(mileageLog, owner, params.driver_id, query),
  count: ({ params }, { owner }) => countEntries(mileageLog, owner, params.driver_id),
  show: (entry, { params }, { owner }) => publicMileage(owner, params.driver_id, entry),
});
