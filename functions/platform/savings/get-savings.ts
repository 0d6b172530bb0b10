import { getSavingsOperation } from "../../../shared/contract/platform/savings/get-savings.ts";
import { publicAgreement } from "../../../shared/domain/savings/agreement.ts";
import { requireDriver } from "../../../shared/http/guard/require-driver.ts";
import { requireAgreement } from "../../../shared/http/savings/require-agreement.ts";
import { servePlatform } from "../../../shared/http/serve/serve-platform.ts";

export const handler = servePlatform(getSavingsOperation, {
  load: ({ params }, { owner }) => requireDriver(owner, params.driver_id, "driver_id"),
  answer: async ({ params }, { owner, reply }) =>
    reply("found", publicAgreement(await requireAgreement(owner, params.driver_id))),
});
