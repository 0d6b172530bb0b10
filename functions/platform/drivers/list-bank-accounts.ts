import { listBankAccountsOperation } from "../../../shared/contract/platform/drivers/list-bank-accounts.ts";
import { publicBankAccount } from "../../../shared/domain/driver/driver-accounts.ts";
import { requireDriver } from "../../../shared/http/guard/require-driver.ts";
import { followedPage, serveList } from "../../../shared/http/serve/serve-list.ts";

export const handler = serveList(listBankAccountsOperation, {
  list: async ({ params, query }, { owner, now }) => {
    const driver = await requireDriver(owner, params.id, "id");
    const accounts = driver.bank_accounts.map((account) => publicBankAccount(account, driver, now));
    return followedPage(accounts, query, now, ({ id }) => id);
  },
  show: (account) => account,
});
