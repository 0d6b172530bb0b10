import { updateMileageOperation } from "../../../shared/contract/platform/tax/update-mileage.ts";
import { patchMileage, publicMileage, refusedMileage } from "../../../shared/domain/tax/mileage.ts";
import { refuseBroken, requireEntry, unknownEntry } from "../../../shared/http/guard/require-entry.ts";
import { servePlatform } from "../../../shared/http/serve/serve-platform.ts";
import { moveEntry } from "../../../shared/store/tax/tax-log.ts";
import { mileageLog } from "../../../shared/store/tax/tax-logs.ts";

export const handler = servePlatform(updateMileageOperation, {
  load: ({ params }, { owner }) => requireEntry(mileageLog, owner, params),
  answer: async ({ params: { driver_id }, body }, { owner, now, loaded, reply }) => {
    const updated = await moveEntry(mileageLog, owner, driver_id, loaded, (entry) => {
      refuseBroken(refusedMileage(body, body.purpose ?? entry.purpose, now));
      const after = patchMileage(entry, body);
      return { after, answer: reply("updated", publicMileage(owner, driver_id, after)) };
    });
    if (!updated) throw unknownEntry();
    return updated;
  },
});
