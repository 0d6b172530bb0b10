import { deleteBankAccountOperation } from "../../../shared/contract/platform/drivers/delete-bank-account.ts";
import { withoutAccount } from "../../../shared/domain/driver/driver-accounts.ts";
import { requireBankAccount } from "../../../shared/http/guard/require-bank-account.ts";
import { requireDriver, requireMoved } from "../../../shared/http/guard/require-driver.ts";
import { servePlatform } from "../../../shared/http/serve/serve-platform.ts";
import { moveDriver } from "../../../shared/store/driver/driver-changes.ts";

export const handler = servePlatform(deleteBankAccountOperation, {
  load: ({ params }, { owner }) => requireDriver(owner, params.id, "id"),
  answer: async ({ params: { bank_account_id: id } }, { owner, loaded: driver, reply }) => {
    const deleted = reply("deleted", { id, object: "bank_account", deleted: true });
    const moved = await moveDriver(owner, driver, (current) => {
      requireBankAccount(current, id);
      return { fields: withoutAccount(current, id), answer: () => deleted };
    });
    return requireMoved(moved);
  },
});
