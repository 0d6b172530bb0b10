import { deleteMileageOperation } from "../../../shared/contract/platform/tax/delete-mileage.ts";
import { requireEntry, unknownEntry } from "../../../shared/http/guard/require-entry.ts";
import { servePlatform } from "../../../shared/http/serve/serve-platform.ts";
import { deleteEntry } from "../../../shared/store/tax/tax-log.ts";
import { mileageLog } from "../../../shared/store/tax/tax-logs.ts";

export const handler = servePlatform(deleteMileageOperation, {
  load: ({ params }, { owner }) => requireEntry(mileageLog, owner, params),
  answer: async ({ params: { driver_id } }, { owner, loaded, reply }) => {
    const deleted = reply("deleted", { id: loaded.id, object: "mileage_entry", deleted: true });
    if (!(await deleteEntry(mileageLog, owner, driver_id, loaded))) throw unknownEntry();
    return deleted;
  },
});
