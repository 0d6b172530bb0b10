import { updateBankAccountOperation } from "../../../shared/contract/platform/drivers/update-bank-account.ts";
import { publicBankAccount } from "../../../shared/domain/driver/driver-accounts.ts";
import { requireBankAccount } from "../../../shared/http/guard/require-bank-account.ts";
import { requireDriver, requireMoved } from "../../../shared/http/guard/require-driver.ts";
import { servePlatform } from "../../../shared/http/serve/serve-platform.ts";
import { moveDriver } from "../../../shared/store/driver/driver-changes.ts";

export const handler = servePlatform(updateBankAccountOperation, {
  load: ({ params }, { owner }) => requireDriver(owner, params.id, "id"),
  answer: async ({ params: { bank_account_id: id } }, { owner, now, loaded: driver, reply }) => {
    const moved = await moveDriver(owner, driver, (current) => {
      const fields = { default_bank_account_id: id };
      const account = requireBankAccount(current, id);
      return { fields, answer: (after) => reply("updated", publicBankAccount(account, after, now)) };
    });
    return requireMoved(moved);
  },
});
