import { statusConflict } from "../../../shared/contract/errors.ts";
import { deleteDriverOperation } from "../../../shared/contract/platform/drivers/delete-driver.ts";
import { unknownDriver } from "../../../shared/http/guard/require-driver.ts";
import { servePlatform } from "../../../shared/http/serve/serve-platform.ts";
import { deleteDriver } from "../../../shared/store/driver/deleted-drivers.ts";
import { taxRemains } from "../../../shared/tax-forms/deleted-driver-forms.ts";

export const handler = servePlatform(deleteDriverOperation, {
  answer: async ({ params: { id } }, { owner, now, reply }) => {
    const deleted = reply("deleted", { id, object: "driver", deleted: true });
    const outcome = await deleteDriver(owner, id, (items) => taxRemains(owner, items, now), now);
    if (outcome === "deleted") return deleted;
    if (outcome === "gone") throw unknownDriver("id");
    throw statusConflict(
      "The driver has a pending payout. Cancel it or wait until it settles, then delete the driver.",
      "id",
    );
  },
});
