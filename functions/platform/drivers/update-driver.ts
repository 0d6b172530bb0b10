import { invalid, statusConflict } from "../../../shared/contract/errors.ts";
import { updateDriverOperation } from "../../../shared/contract/platform/drivers/update-driver.ts";
import { changesOf, publicDriver } from "../../../shared/domain/driver/driver.ts";
import { mailboxOf } from "../../../shared/domain/signup/mailbox.ts";
import { pairsOf } from "../../../shared/domain/metadata/metadata.ts";
import { MAX_PAIRS } from "../../../shared/domain/metadata/metadata-request.ts";
import { requireDriver, requireMoved } from "../../../shared/http/guard/require-driver.ts";
import { servePlatform } from "../../../shared/http/serve/serve-platform.ts";
import { moveDriver } from "../../../shared/store/driver/driver-changes.ts";
import { withSealedTin } from "../../../shared/tax-forms/sealed-tin.ts";

export const handler = servePlatform(updateDriverOperation, {
  load: ({ params }, { owner }) => requireDriver(owner, params.id, "id"),
  answer: async ({ body }, { owner, loaded: { totals, ...driver }, reply }) => {
    const patch = await withSealedTin(driver.id, body, driver.ssn_last4);
    const moved = await moveDriver(owner, driver, (current) => {
      const fields = changesOf(current, patch);
      if (pairsOf(fields.metadata).length > MAX_PAIRS)
        throw invalid(`\`metadata\` may have at most ${MAX_PAIRS} keys.`, "metadata");
      // What is saved is of the person behind this mailbox. Another one may be another person.
      if (current.savings && fields.email && mailboxOf(fields.email) !== mailboxOf(current.email))
        throw statusConflict(
          "The driver saves from payouts with this mailbox. End that first: DELETE /v1/drivers/{driver_id}/savings.",
          "email",
        );
      return { fields, answer: (after) => reply("updated", publicDriver(after, totals)) };
    });
    return requireMoved(moved);
  },
});
