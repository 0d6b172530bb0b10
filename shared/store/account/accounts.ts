import { GetCommand } from "@aws-sdk/lib-dynamodb";
import { Account, isAccountId, type Standing } from "../../domain/account/account.ts";
import { ApiKey } from "../../domain/account/api-key.ts";
import { Partner } from "../../domain/account/partner.ts";
import { type Key, keys } from "../keys/keys.ts";
import { writeDecided } from "../table/decided.ts";
import { type Item, putNew, table, tableName, transact, type Write } from "../table/table.ts";
import { directoryWrite } from "./account-directory.ts";
import { findPartner } from "./partners.ts";

const find = async (key: Key): Promise<Item | undefined> =>
  (await table.send(new GetCommand({ TableName: tableName, Key: key, ConsistentRead: true }))).Item;

export async function findAccount(accountId: string): Promise<Account | undefined> {
  const item = await find(keys.account(accountId));
  return item && Account.parse(item);
}

/** The partner that an account belongs to. An account that an operator made has none. */
export const findPartnerOf = async (account: Account | undefined, now: Date): Promise<Partner | undefined> =>
  account?.partner_id === undefined ? undefined : findPartner(account.partner_id, now);

/** The payer's name on the forms of an account's drivers. */
export async function findPayerName(accountId: string, now: Date): Promise<string> {
  const account = await findAccount(accountId);
  return (await findPartnerOf(account, now))?.company ?? account?.name ?? accountId;
}

/** The email address of an account's people. An account without a partner has none. */
export const findContact = async (accountId: string, now: Date): Promise<string | undefined> =>
  (await findPartnerOf(await findAccount(accountId), now))?.email;

/**
 * The account with this id. Otherwise the account of the partner with this slug, and the one that an operator
 * made under this name: open registration does not check operators' names, so these may be two.
 */
export async function findAccountsNamed(name: string): Promise<Account[]> {
  const ids = isAccountId(name) ? [name] : await accountIdsOf(name);
  const accounts = await Promise.all(ids.map(findAccount));
  return accounts.filter((account) => account !== undefined);
}

async function accountIdsOf(name: string): Promise<string[]> {
  const [partner, named] = await Promise.all([find(keys.partner(name)), find(keys.accountName(name))]);
  const ids = [partner && Partner.parse(partner).account_id, named && String(named.account_id)];
  return [...new Set(ids.filter((id) => id !== undefined))];
}

/** Puts a new account, with its name if it has one. Returns whether the name was free. */
export async function putAccount(account: Account): Promise<boolean> {
  const { account_id, name } = account;
  const refusal = await transact([
    putNew({ ...keys.account(account_id), ...account, keys: [] }),
    directoryWrite(account_id),
    ...(name ? [putNew({ ...keys.accountName(name), account_id })] : []),
  ]);
  return refusal === undefined;
}

/**
 * Puts a key, and adds it to its account. `changed`: the account's standing changed meanwhile, and the key
 * has a copy of it. `full`: the account has the maximum of keys, those in `held`.
 */
export async function putKey(
  account: Account,
  key: ApiKey,
  hash: string,
  most: number,
): Promise<{ outcome: "made" | "changed" } | { outcome: "full"; held: string[] }> {
  const refusal = await transact([
    {
      Update: {
        TableName: tableName,
        Key: keys.account(account.account_id),
        UpdateExpression: "SET #keys = list_append(if_not_exists(#keys, :none), :key)",
        ConditionExpression: `${unchanged(account)} AND (attribute_not_exists(#keys) OR size(#keys) < :most)`,
        ExpressionAttributeNames: { "#keys": "keys" },
        ExpressionAttributeValues: {
          ...standingValues(account),
          ":none": [],
          ":key": [{ key_id: key.key_id, hash }],
          ":most": most,
        },
        ReturnValuesOnConditionCheckFailure: "ALL_OLD",
      },
    },
    putNew({ ...keys.apiKey(hash), ...key }),
    putNew({ ...keys.apiKey(key.key_id), hash }),
  ]);
  if (!refusal) return { outcome: "made" };
  const held = refusal.found[0] ? (Account.parse(refusal.found[0]).keys ?? []) : [];
  return held.length < most
    ? { outcome: "changed" }
    : { outcome: "full", held: held.map(({ key_id }) => key_id) };
}

const unchanged = ({ custom_quota }: Standing) =>
  `tier = :tier AND verified = :verified AND ${custom_quota ? "custom_quota = :quota" : "attribute_not_exists(custom_quota)"}`;

const standingValues = ({ tier, verified, custom_quota }: Standing) => ({
  ":tier": tier,
  ":verified": verified,
  ...(custom_quota && { ":quota": custom_quota }),
});

/**
 * Changes an account's standing, on the account and on all its keys. Returns false when the account got or
 * lost a key meanwhile.
 */
export async function putStanding(account: Account, standing: Standing): Promise<boolean> {
  const known = account.keys ?? [];
  const change = {
    UpdateExpression: `SET tier = :tier, verified = :verified${standing.custom_quota ? ", custom_quota = :quota" : " REMOVE custom_quota"}`,
    ExpressionAttributeValues: standingValues(standing),
  };
  const refusal = await transact([
    {
      Update: {
        TableName: tableName,
        Key: keys.account(account.account_id),
        ...change,
        ConditionExpression:
          known.length > 0 ? "#keys = :known" : "attribute_not_exists(#keys) OR #keys = :known",
        ExpressionAttributeNames: { "#keys": "keys" },
        ExpressionAttributeValues: { ...change.ExpressionAttributeValues, ":known": known },
      },
    },
    ...known.map(
      ({ hash }): Write => ({
        Update: {
          TableName: tableName,
          Key: keys.apiKey(hash),
          ...change,
          ConditionExpression: "attribute_exists(pk)",
        },
      }),
    ),
  ]);
  return refusal === undefined;
}

/**
 * Revokes a key, which makes room for another. Returns false when the id is unknown. Environments that have
 * cached the key may accept it for some seconds.
 */
export async function moveKeyToRevoked(keyId: string, now: Date): Promise<boolean> {
  const pointer = await find(keys.apiKey(keyId));
  const hash = String(pointer?.hash);
  const item = pointer && (await find(keys.apiKey(hash)));
  const account = item && (await findAccount(ApiKey.parse(item).account_id));
  if (!account) return false;
  const revoked = await writeDecided(account, (held) => ({ after: withoutKey(held, keyId), answer: true }), {
    writes: (before, after) => [keysWrite(before, after), revocationWrite(hash, now)],
    parse: (found) => Account.parse(found),
  });
  return revoked ?? false;
}

const withoutKey = (account: Account, keyId: string): Account => ({
  ...account,
  keys: account.keys?.filter(({ key_id }) => key_id !== keyId),
});

const keysWrite = ({ account_id, keys: before = [] }: Account, { keys: after = [] }: Account): Write => ({
  Update: {
    TableName: tableName,
    Key: keys.account(account_id),
    UpdateExpression: "SET #keys = :after",
    ConditionExpression: "#keys = :before",
    ExpressionAttributeNames: { "#keys": "keys" },
    ExpressionAttributeValues: { ":before": before, ":after": after },
    ReturnValuesOnConditionCheckFailure: "ALL_OLD",
  },
});

const revocationWrite = (hash: string, now: Date): Write => ({
  Update: {
    TableName: tableName,
    Key: keys.apiKey(hash),
    UpdateExpression: "SET revoked_at = if_not_exists(revoked_at, :now)",
    ConditionExpression: "attribute_exists(pk)",
    ExpressionAttributeValues: { ":now": now.toISOString() },
  },
});
