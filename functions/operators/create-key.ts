import { createKeyCommand } from "../../shared/contract/commands.ts";
import { type Account, isAccountId, MOST_KEYS, newAccount } from "../../shared/domain/account/account.ts";
import { hashOfKey, newApiKey, newKeyRecord } from "../../shared/domain/account/api-key.ts";
import { parseScopes, scopes } from "../../shared/domain/account/scope.ts";
import { accountNamed } from "../../shared/http/guard/require-account.ts";
import { serveCommand } from "../../shared/http/serve/serve-command.ts";
import { putAccount, putKey } from "../../shared/store/account/accounts.ts";

/** Makes an API key. Only the answer has its text; the table stores its hash. */
export const handler = serveCommand(
  createKeyCommand,
  async ({ live, test, account: name, scopes: wanted }, now) => {
    if (live && test) return { ok: false, message: "Give --test or --live, not both" };
    const granted = wanted === undefined ? scopes : parseScopes(wanted);
    if (!granted) return { ok: false, message: `Unknown scope. The scopes are: ${scopes.join(", ")}` };

    const account = name === undefined ? await makeAccount({}, now) : await accountFor(name, now);
    if (!account) return { ok: false, message: `There is no account ${name}` };
    const mode = live ? "live" : "test";
    const text = newApiKey(mode);
    const key = newKeyRecord(account, mode, granted, now);
    const made = await putKey(account, key, await hashOfKey(text), MOST_KEYS);
    if (made.outcome === "changed") return { ok: false, message: "The account changed just now: try again" };
    if (made.outcome === "full") {
      return {
        ok: false,
        message: `The account has ${MOST_KEYS} keys. Revoke one of: ${made.held.join(", ")}`,
      };
    }
    const unverified =
      live && !account.verified ? "\nIt works once the account is verified. Run: accounts verify" : "";
    return {
      ok: true,
      message: `${text}\n${key.key_id} of ${account.account_id}. This key is not shown again.${unverified}`,
    };
  },
);

/** An unknown name makes a new account, unless it has the form of an id. */
const accountFor = async (name: string, now: Date) =>
  (await accountNamed(name, now)) ?? (isAccountId(name) ? undefined : makeAccount({ name }, now));

/** Two operators who name the same new account at once get one account. */
async function makeAccount(of: { name?: string }, now: Date): Promise<Account> {
  const account = newAccount(of, now);
  if (await putAccount(account)) return account;
  const made = of.name === undefined ? undefined : await accountNamed(of.name, now);
  if (!made) throw new Error("The account could not be made");
  return made;
}
