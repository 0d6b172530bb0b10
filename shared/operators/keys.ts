import type * as commands from "../contract/operators/account-commands.ts";
import { hashOfKey } from "../crypto/key-hash.ts";
import { type Account, isAccountId, MAX_KEYS, newAccount } from "../domain/account/account.ts";
import { type ApiKey, newApiKey, newKeyRecord } from "../domain/account/api-key.ts";
import { parseScopes, scopes } from "../domain/account/scope.ts";
import { findKeyById, moveKeyToRevoked, putAccount, putKey } from "../store/account/accounts.ts";
import { findApiKey } from "../store/account/api-keys.ts";
import { dropEndedKeys } from "../store/account/rotations.ts";
import { accountNamed, requireAccount } from "./account-named.ts";
import type { List } from "./list-answer.ts";
import { numbered } from "./numbered.ts";
import { CommandProblem, type Run, type RunAnswer, WrongUsage } from "./serve/command-run.ts";

export const listKeysRun: List<"keys"> = async ({ account: name }, { now }) => {
  const { account_id, keys = [] } = await requireAccount(name, now);
  const records = await Promise.all(keys.map(({ hash }) => findApiKey(hash, now)));
  const data = records.filter((key) => key !== undefined).map(shownKey);
  return {
    ok: true,
    message: `${account_id} has ${numbered(data.length, "key")}`,
    data,
    objects: [account_id],
  };
};

const shownKey = ({
  key_id,
  mode,
  scopes: granted,
  created_at,
  max_payout_amount,
  max_daily_amount,
}: ApiKey) => ({
  key_id,
  mode,
  scopes: granted.length === scopes.length ? "all" : granted.join(" "),
  created_at,
  max_payout_amount,
  max_daily_amount,
});

/** A key with its uses and its ends. */
export async function answerOfKey(keyId: string): Promise<RunAnswer | undefined> {
  const key = await findKeyById(keyId);
  if (!key) return undefined;
  const { account_id, name, last_used_at, valid_until, expires_at, revoked_at } = key;
  const data = { ...shownKey(key), name, last_used_at, valid_until, expires_at, revoked_at };
  return { ok: true, message: `${keyId}, ${account_id}`, data, objects: [account_id] };
}

/** Makes an API key. Only the answer has its text; the table stores its hash. */
export const createKeyRun: Run<typeof commands.createKeyCommand> = async (
  { live, test, account: name, scopes: scopeNames, max_payout_amount, max_daily_amount },
  { now },
) => {
  if (live && test) throw new WrongUsage("Give --test or --live, not both");
  const granted = scopeNames === undefined ? scopes : parseScopes(scopeNames);
  if (!granted) throw new WrongUsage(`Unknown scope. The scopes are: ${scopes.join(", ")}`);
  const known = name === undefined ? undefined : await accountNamed(name, now);
  if (!known && name !== undefined && isAccountId(name))
    throw new CommandProblem(`There is no account ${name}`);
  const mode = live ? "live" : "test";
  const anew = name === undefined ? "a new account" : `a new account with the name ${name}`;
  return {
    ...(known && { objects: [known.account_id] }),
    will: `A ${mode} key would be made, in ${known ? known.account_id : anew}`,
    act: async () => {
      const account = known
        ? await dropEndedKeys(known, now)
        : await makeAccount(name === undefined ? {} : { name }, now);
      const text = newApiKey(mode);
      const key = {
        ...newKeyRecord(account, mode, granted, now),
        ...(max_payout_amount && { max_payout_amount: Number(max_payout_amount) }),
        ...(max_daily_amount && { max_daily_amount: Number(max_daily_amount) }),
      };
      const outcome = await putKey(account, key, hashOfKey(text), MAX_KEYS);
      if (outcome.outcome === "changed") throw new CommandProblem("The account changed just now: try again");
      if (outcome.outcome === "full")
        throw new CommandProblem(
          `The account has ${MAX_KEYS} keys. Revoke one of: ${outcome.held.join(", ")}`,
        );
      const unverified =
        live && !account.verified ? "\nIt works once the account is verified. Run: accounts verify" : "";
      const { key_id, account_id } = key;
      return {
        ok: true,
        message: `${text}\n${key_id} of ${account_id}${known || name === undefined ? "" : `, ${anew}`}. This key is not shown again.${unverified}`,
        objects: [account_id, key_id],
      };
    },
  };
};

/** Two operators who name the same new account at once get one account. */
async function makeAccount(of: { name?: string }, now: Date): Promise<Account> {
  const account = newAccount(of, now);
  if (await putAccount(account)) return account;
  const sameNamed = of.name === undefined ? undefined : await accountNamed(of.name, now);
  if (!sameNamed) throw new Error("The account could not be made");
  return sameNamed;
}

export const revokeKeyRun: Run<typeof commands.revokeKeyCommand> = async ({ key_id }, { now }) => {
  const key = await findKeyById(key_id);
  if (!key) throw new CommandProblem(`There is no key ${key_id}`);
  const { account_id, mode, revoked_at } = key;
  return {
    objects: [account_id],
    will: revoked_at
      ? `${key_id} was revoked at ${revoked_at}, and nothing would change`
      : `The ${mode} key ${key_id} of ${account_id} would be revoked. Requests with it would get a 401, and no command restores it`,
    act: async () => {
      if (!(await moveKeyToRevoked(key_id, now))) throw new CommandProblem(`There is no key ${key_id}`);
      return { ok: true, message: `${key_id} is revoked: at once for payouts, everywhere within 10 seconds` };
    },
  };
};
