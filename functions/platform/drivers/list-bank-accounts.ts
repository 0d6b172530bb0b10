import { listBankAccountsOperation } from "../../../shared/contract/platform/drivers/list-bank-accounts.ts";
import { publicBankAccount } from "../../../shared/domain/driver/driver-accounts.ts";
import { requireDriver } from "../../../shared/http/guard/require-driver.ts";
import { followedPage } from "../../../shared/http/serve/serve-list.ts";
import { servePlatform } from "../../../shared/http/serve/serve-platform.ts";

export const handler = servePlatform(listBankAccountsOperation, {
  load: ({ params }, { owner }) => requireDriver(owner, params.id, "id"),
  answer: ({ query }, { loaded: driver, now, reply }) => {
    const accounts = driver.bank_accounts.map((account) => publicBankAccount(account, driver));
    return reply(
      "found",
      followedPage(accounts, query, now, ({ id }) => id),
    );
  },
});
