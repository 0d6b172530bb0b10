import { endSavingsOperation } from "../../../shared/contract/platform/savings/end-savings.ts";
import { publicAgreement } from "../../../shared/domain/savings/agreement.ts";
import { requireDriver } from "../../../shared/http/guard/require-driver.ts";
import { requireAgreement } from "../../../shared/http/savings/require-agreement.ts";
import { servePlatform } from "../../../shared/http/serve/serve-platform.ts";
import { endSavingsOf } from "../../../shared/store/savings/agreements.ts";

/** Ends it for this partner. It is no act of the person, so it leaves no receipt. */
export const handler = servePlatform(endSavingsOperation, {
  load: ({ params }, { owner }) => requireDriver(owner, params.driver_id, "driver_id"),
  answer: async ({ params: { driver_id } }, { owner, now, reply }) => {
    const ended = await endSavingsOf(owner, driver_id, { by: "partner" }, now);
    return reply("updated", publicAgreement(ended ?? (await requireAgreement(owner, driver_id))));
  },
});
