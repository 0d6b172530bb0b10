import { listBankAccountsOperation } from "../../../shared/contract/platform/drivers/list-bank-accounts.ts";
import { publicBankAccount } from "../../../shared/domain/driver/driver.ts";
import { requireDriver } from "../../../shared/http/guard/require-driver.ts";
import { servePlatform } from "../../../shared/http/serve/serve-platform.ts";

export const handler = servePlatform(listBankAccountsOperation, {
  load: ({ params }, { owner }) => requireDriver(owner, params.id, "id"),
  answer: (_, { loaded: driver, reply }) => {
    const data = driver.bank_accounts.map(publicBankAccount).reverse();
    return reply("found", { object: "list", data, has_more: false, total_count: data.length });
  },
});
