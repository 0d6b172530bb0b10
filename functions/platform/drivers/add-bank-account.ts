import { Problem } from "../../../shared/contract/errors.ts";
import { addBankAccountOperation } from "../../../shared/contract/platform/drivers/add-bank-account.ts";
import { addBankAccount, bankAccountId, publicBankAccount } from "../../../shared/domain/driver/driver.ts";
import { adapterOf } from "../../../shared/http/guard/adapters.ts";
import { requireDriver } from "../../../shared/http/guard/require-driver.ts";
import { servePlatform } from "../../../shared/http/serve/serve-platform.ts";
import { putBankAccount } from "../../../shared/store/driver/drivers.ts";
import { readSecrets } from "../../../shared/store/table/secrets.ts";

export const handler = servePlatform(addBankAccountOperation, {
  load: ({ params }, { owner }) => requireDriver(owner, params.id, "id"),
  // An account number has few digits: a hash of one that no secret is in would be as good as the number.
  pepper: async () => (await readSecrets("signing"))[0],
  answer: async ({ params, body }, { owner, now, reply, remember }) => {
    const bank_account_id = bankAccountId(now);
    const to = { owner, driver_id: params.id, bank_account_id };
    const linked = await adapterOf(owner.mode, "linker").link(body, to);
    if (!linked) throw new Problem("parameter_invalid", UNKNOWN_TOKEN, "plaid_token");
    const account = addBankAccount(bank_account_id, linked, now);
    const created = reply("created", publicBankAccount(account));
    if (await putBankAccount(owner, params.id, account, remember(created))) return created;
    throw new Problem("status_conflict", "The driver has as many bank accounts as may be, 10.", "id");
  },
});

const UNKNOWN_TOKEN =
  "`plaid_token` must be a token that the bank-linking provider gave, in the sandbox `public-sandbox-...`.";
