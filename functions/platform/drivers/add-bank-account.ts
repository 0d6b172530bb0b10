import { invalid, statusConflict } from "../../../shared/contract/errors.ts";
import { addBankAccountOperation } from "../../../shared/contract/platform/drivers/add-bank-account.ts";
import {
  addBankAccount,
  bankAccountId,
  MAX_BANK_ACCOUNTS,
  publicBankAccount,
} from "../../../shared/domain/driver/driver-accounts.ts";
import { adapterOf } from "../../../shared/http/guard/adapters.ts";
import { requireDriver, unknownDriver } from "../../../shared/http/guard/require-driver.ts";
import { servePlatform } from "../../../shared/http/serve/serve-platform.ts";
import { putBankAccount } from "../../../shared/store/driver/driver-changes.ts";
import { readSecrets } from "../../../shared/store/table/secrets.ts";

export const handler = servePlatform(addBankAccountOperation, {
  load: ({ params }, { owner }) => requireDriver(owner, params.id, "id"),
  // An account number has few digits, so its hash without a secret would reveal it.
  peppers: (options) => readSecrets("signing", options),
  recheck: ({ params }, _, { owner }) => requireDriver(owner, params.id, "id"),
  answer: async ({ params, body }, { owner, now, loaded: driver, reply, remember }) => {
    const bank_account_id = bankAccountId(now);
    const to = { owner, driver_id: params.id, bank_account_id };
    const linked = await adapterOf(owner.mode, "linker").link(body, to, now);
    if (!linked) throw invalid(UNKNOWN_TOKEN, "plaid_token");
    const account = addBankAccount(bank_account_id, linked, now);
    const accounts = { ...driver, bank_accounts: [...driver.bank_accounts, account] };
    const created = reply("created", publicBankAccount(account, accounts, now));
    const added = await putBankAccount(owner, params.id, account, remember(created));
    if (added === "added") return created;
    if (added === "gone") throw unknownDriver("id");
    throw statusConflict(`The driver already has the maximum of ${MAX_BANK_ACCOUNTS} bank accounts.`, "id");
  },
});

const UNKNOWN_TOKEN =
  "`plaid_token` must be a token of the bank-linking provider. In the sandbox, use `public-sandbox-...`.";
