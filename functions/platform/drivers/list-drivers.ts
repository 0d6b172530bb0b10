import { Problem } from "../../../shared/contract/errors.ts";
import { listDriversOperation } from "../../../shared/contract/platform/drivers/list-drivers.ts";
import { publicDriver } from "../../../shared/domain/driver/driver.ts";
import type { Owner } from "../../../shared/domain/owner.ts";
import { servePlatform } from "../../../shared/http/serve/serve-platform.ts";
import { countDrivers, findDriver, listDrivers } from "../../../shared/store/driver/drivers.ts";

export const handler = servePlatform(listDriversOperation, {
  load: ({ query }, { owner }) => requireStart(owner, query.starting_after),
  answer: async ({ query }, { owner, reply }) => {
    const [page, total_count] = await Promise.all([listDrivers(owner, query), countDrivers(owner)]);
    const data = page.data.map((driver) => publicDriver(driver, driver.totals));
    return reply("found", { object: "list", data, has_more: page.has_more, total_count });
  },
});

async function requireStart(owner: Owner, id: string | undefined): Promise<void> {
  if (id === undefined || (await findDriver(owner, id))) return;
  throw new Problem(
    "parameter_invalid",
    "`starting_after` must be the id of a driver of yours.",
    "starting_after",
  );
}
