import { expect, test } from "@jest/globals";
import { hashOfKey } from "../../shared/crypto/key-hash.ts";
import {
  type Account,
  MAX_KEYS,
  MAX_KEYS_WITH_ROTATED,
  newAccount,
} from "../../shared/domain/account/account.ts";
import { newApiKey, newKeyRecord } from "../../shared/domain/account/api-key.ts";
import { scopes } from "../../shared/domain/account/scope.ts";
import { now } from "./century-ahead.ts";
import { store } from "./store.ts";

const later = new Date(now.getTime() + 3_600_000);

const newKey = async (account: Account) => {
  const hash = hashOfKey(newApiKey("test"));
  return { key: newKeyRecord(account, "test", scopes, now), hash };
};

async function withKey() {
  const account = newAccount({}, now);
  const old = await newKey(account);
  await store.putKey(account, old.key, old.hash, 20);
  const stored = await store.findAccount(account.account_id, now);
  if (!stored) throw new Error("The account is missing");
  return { account: stored, old };
}

test("rotations leave an account with few enough keys to suspend it and to list them", async () => {
  let { account, old } = await withKey();
  let rotated = 0;
  for (; rotated <= MAX_KEYS_WITH_ROTATED; rotated++) {
    const key = await newKey(account);
    const result = await store.moveKeyToRotated(account, old.key.key_id, key, later, now);
    account = (await store.findAccount(account.account_id, now)) as Account;
    if (result === "full") break;
    old = key;
  }
  expect(rotated).toBe(MAX_KEYS_WITH_ROTATED - 1);
  expect(await store.listApiKeys((account.keys ?? []).map(({ hash }) => hash))).toHaveLength(rotated + 1);
  const { tier, verified } = account;
  expect(await store.putStanding(account, { tier, verified, suspended: true })).toBe(true);
  // A rotation without an overlap needs no more room.
  const suspended = (await store.findAccount(account.account_id, now)) as Account;
  const last = await newKey(suspended);
  expect(await store.moveKeyToRotated(suspended, old.key.key_id, last, now, now)).toBe("rotated");
});

test("a key that ended by rotation leaves room for an operator's new key", async () => {
  const { createKeyRun } = await import("../../shared/operators/keys.ts");
  const { account, old } = await withKey();
  await store.moveKeyToRotated(account, old.key.key_id, await newKey(account), later, now);
  for (let held = 2; held < MAX_KEYS; held++) {
    const stored = await store.findAccount(account.account_id, now);
    const { key, hash } = await newKey(account);
    await store.putKey(stored as Account, key, hash, MAX_KEYS);
  }
  const createdAt = async (at: Date) => {
    const plan = await createKeyRun({ account: account.account_id }, { now: at, reason: "", reveal: false });
    return "act" in plan ? plan.act() : plan;
  };
  await expect(createdAt(new Date(later.getTime() - 1))).rejects.toThrow(`The account has ${MAX_KEYS} keys`);
  expect(await createdAt(later)).toMatchObject({ ok: true });
});

test("a key whose time is over takes no place, and one whose time comes takes one", async () => {
  const { account } = await withKey();
  const ending = async (valid_until: string) => {
    const { key, hash } = await newKey(account);
    await store.putKey(account, { ...key, valid_until }, hash, MAX_KEYS);
    return key.key_id;
  };
  const over = await ending(now.toISOString());
  const coming = await ending(later.toISOString());
  const held = await store.findAccount(account.account_id, now);
  if (!held) throw new Error("The account is missing");
  const { keys = [] } = await store.dropEndedKeys(held, now);
  const ids = keys.map(({ key_id }) => key_id);
  expect([keys.length, ids.includes(over), ids.includes(coming)]).toEqual([2, false, true]);
});
