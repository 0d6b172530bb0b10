import { emitQuarterlyDueOperation } from "../../../shared/contract/platform/test-helpers/emit-quarterly-due.ts";
import { ONLY } from "../../../shared/domain/event/event.ts";
import { quarterDue } from "../../../shared/domain/event/tax-events.ts";
import { quarterlyDue } from "../../../shared/domain/tax/tax-walk.ts";
import { requireDriver } from "../../../shared/http/guard/require-driver.ts";
import { requireTestMode } from "../../../shared/http/guard/require-test-mode.ts";
import { servePlatform } from "../../../shared/http/serve/serve-platform.ts";
import { putEvent } from "../../../shared/store/event/events.ts";

export const handler = servePlatform(emitQuarterlyDueOperation, {
  load: ({ params: { driver_id } }, { owner }) => {
    requireTestMode(owner);
    return requireDriver(owner, driver_id, "driver_id");
  },
  recheck: ({ params }, _, { owner }) => requireDriver(owner, params.driver_id, "driver_id"),
  answer: async ({ body: { year, q } }, { owner, loaded: driver, reply, remember }) => {
    const data = quarterlyDue(year, q, driver.id);
    const emitted = reply("emitted", data);
    await putEvent(owner, quarterDue, { ...data, sequence: ONLY }, remember(emitted));
    return emitted;
  },
});
