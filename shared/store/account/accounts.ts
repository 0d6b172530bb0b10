import { Account, isAccountId, keyReference, restoredAccount } from "../../domain/account/account.ts";
import { ApiKey } from "../../domain/account/api-key.ts";
import { Partner } from "../../domain/account/partner.ts";
import type { Standing } from "../../domain/account/standing.ts";
import { keys } from "../keys/keys.ts";
import { writeDecided } from "../table/decided.ts";
import {
  absent,
  appended,
  below,
  either,
  exists,
  isNew,
  orAbsent,
  size,
  unlessSet,
} from "../table/expressions.ts";
import { transactOnce } from "../table/idempotency.ts";
import { findItem, itemsAt } from "../table/reads.ts";
import { transact, type Write, write } from "../table/table.ts";
import { change, putNew } from "../table/writes.ts";
import { directoryWrite } from "./account-directory.ts";
import { keysWrite, standingIs } from "./key-writes.ts";
import { keylessAccountWrite } from "./keyless-account.ts";
import { findPartner } from "./partners.ts";

/** Those of some accounts that exist, in any order. */
export const findAccounts = async (ids: readonly string[]): Promise<Account[]> =>
  (await itemsAt(ids.map(keys.account))).map((item) => Account.parse(item));

/** An expired account counts as absent. */
export async function findAccount(accountId: string, now: Date): Promise<Account | undefined> {
  const item = await findItem(keys.account(accountId));
  return item && !(Number(item.ttl) <= now.getTime() / 1000) ? Account.parse(item) : undefined;
}

export const findPartnerOf = async (account: Account | undefined, now: Date): Promise<Partner | undefined> =>
  account?.partner_id === undefined ? undefined : findPartner(account.partner_id, now);

export async function findPayerName(accountId: string, now: Date): Promise<string> {
  const account = await findAccount(accountId, now);
  return (await findPartnerOf(account, now))?.company ?? account?.name ?? accountId;
}

/**
 * The account with this id, or those of this slug and this name: registration does not check names. An
 * expired account is returned as it was at first, and its next change stores it again.
 */
export async function findAccountsNamed(name: string, now: Date): Promise<Account[]> {
  if (isAccountId(name)) {
    const account = await findAccount(name, now);
    return account ? [account] : [];
  }
  const [partner, named] = await Promise.all([
    findItem(keys.partner(name)),
    findItem(keys.accountName(name)),
  ]);
  const owners = new Map([
    ...(partner ? [[Partner.parse(partner).account_id, { partner_id: name }] as const] : []),
    ...(named ? [[String(named.account_id), { name }] as const] : []),
  ]);
  return Promise.all(
    [...owners].map(async ([id, of]) => (await findAccount(id, now)) ?? restoredAccount(id, of, now)),
  );
}

export async function putAccount(account: Account): Promise<boolean> {
  const { account_id, name } = account;
  const conflict = await transact({
    account: keylessAccountWrite({ ...account, keys: [] }),
    name: name ? putNew({ ...keys.accountName(name), account_id }) : undefined,
  });
  return conflict === undefined;
}

/** Puts a key. `changed`: the standing changed meanwhile. `full`: the keys in `held` are the maximum. */
export async function putKey(
  account: Account,
  key: ApiKey,
  hash: string,
  most: number,
  memory?: Write,
): Promise<{ outcome: "made" | "changed" } | { outcome: "full"; held: string[] }> {
  const writes = {
    account: change(keys.account(account.account_id), {
      set: { ...ownFields(account), keys: appended(keyReference(key, hash), []), ttl: absent },
      when: either(isNew, [standingIs(account), { keys: orAbsent(size(below(most))) }]),
      found: true,
    }),
    key: putNew({ ...keys.apiKey(hash), ...key }),
    pointer: putNew({ ...keys.apiKey(key.key_id), hash }),
    directory: directoryWrite(account.account_id),
  };
  const conflict = await transactOnce(writes, memory);
  if (!conflict) return { outcome: "made" };
  const { account: stored } = conflict.found;
  const held = (stored && Account.parse(stored).keys) ?? [];
  return held.length < most
    ? { outcome: "changed" }
    : { outcome: "full", held: held.map(({ key_id }) => key_id) };
}

const ownFields = ({ keys: _, custom_quota: __, ...fields }: Account) => fields;

/** Changes the standing on the account and all its keys. False: either changed meanwhile, so decide again. */
export async function putStanding(
  account: Account,
  standing: Standing,
  others: Write[] = [],
): Promise<boolean> {
  const known = account.keys ?? [];
  const { tier, verified, custom_quota, suspended } = standing;
  const fields = { tier, verified, custom_quota, suspended };
  const conflict = await transact({
    account: change(keys.account(account.account_id), {
      set: { ...ownFields(account), ...fields, ttl: absent },
      when:
        known.length > 0
          ? [standingIs(account), { keys: known }]
          : either(isNew, [standingIs(account), { keys: orAbsent(known) }]),
    }),
    keys: known.map(({ hash }) => change(keys.apiKey(hash), { set: fields, when: exists })),
    others,
  });
  return conflict === undefined;
}

export async function findKeyById(keyId: string): Promise<(ApiKey & { hash: string }) | undefined> {
  const pointer = await findItem(keys.apiKey(keyId));
  const hash = String(pointer?.hash);
  const item = pointer && (await findItem(keys.apiKey(hash)));
  return item && { ...ApiKey.parse(item), hash };
}

/** Revokes a key, which makes room. False: unknown. Caches may accept it for some seconds. */
export async function moveKeyToRevoked(keyId: string, now: Date): Promise<boolean> {
  const key = await findKeyById(keyId);
  const account = key && (await findAccount(key.account_id, now));
  if (!account) return false;
  const { hash } = key;
  const revoked = await writeDecided(account, (held) => ({ after: withoutKey(held, keyId), answer: true }), {
    writes: (before, after) => ({ item: keysWrite(before, after), key: revocationWrite(hash, now) }),
    parse: (item) => Account.parse(item),
  });
  return revoked ?? false;
}

const withoutKey = (account: Account, keyId: string): Account => ({
  ...account,
  keys: account.keys?.filter(({ key_id }) => key_id !== keyId),
});

const revocationWrite = (hash: string, now: Date): Write =>
  change(keys.apiKey(hash), { set: { revoked_at: unlessSet(now.toISOString()) }, when: exists });

export const putApprovalsNeeded = (accountId: string, approvals_needed: Account["approvals_needed"]) =>
  write(change(keys.account(accountId), { set: { approvals_needed }, when: exists }));
