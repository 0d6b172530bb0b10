import { DeleteCommand } from "@aws-sdk/lib-dynamodb";
import { describe, expect, test } from "@jest/globals";
import { type Account, KEYLESS_SECONDS, MAX_KEYS, newAccount } from "../../shared/domain/account/account.ts";
import { newKeyRecord } from "../../shared/domain/account/api-key.ts";
import { registerPartner } from "../../shared/domain/account/partner.ts";
import { directoryShards } from "../../shared/store/keys/keys.ts";
import { later, now } from "./century-ahead.ts";
import { store } from "./store.ts";

async function storedAccount(): Promise<Account> {
  const account = newAccount({}, now);
  await store.putAccount(account);
  return account;
}

const refresh = async ({ account_id }: Account) => (await store.findAccount(account_id, now)) as Account;

let count = 0;
async function addKey(account: Account) {
  const key = newKeyRecord(account, "test", [], now);
  const hash = `hash-${++count}`;
  return { key_id: key.key_id, hash, ...(await store.putKey(account, key, hash, MAX_KEYS)) };
}

test("keys can be created and revoked any number of times", async () => {
  const account = await storedAccount();
  for (let round = 0; round < MAX_KEYS + 5; round++) {
    const { outcome, key_id, hash } = await addKey(account);
    expect([round, outcome]).toEqual([round, "made"]);
    expect(await store.moveKeyToRevoked(key_id, now)).toBe(true);
    expect(await store.findApiKey(hash, now)).toMatchObject({ revoked_at: now.toISOString() });
  }
  expect((await refresh(account)).keys).toEqual([]);
});

test("an account has at most twenty keys, and a refusal lists them", async () => {
  const account = await storedAccount();
  const keys = [];
  for (let i = 0; i < MAX_KEYS; i++) keys.push(await addKey(account));
  const held = keys.map(({ key_id }) => key_id);
  expect(await addKey(account)).toMatchObject({ outcome: "full", held });
  await store.moveKeyToRevoked(held[7] ?? "", now);
  expect((await addKey(account)).outcome).toBe("made");
  expect((await addKey(account)).outcome).toBe("full");
});

test("simultaneous revocations revoke a key once", async () => {
  const account = await storedAccount();
  const keys = await Promise.all([addKey(account), addKey(account), addKey(account), addKey(account)]);
  const [kept, ...others] = keys;
  const revoked = await Promise.all(
    [...others, ...others].map(({ key_id }) => store.moveKeyToRevoked(key_id, now)),
  );
  expect(new Set(revoked)).toEqual(new Set([true]));
  expect((await refresh(account)).keys).toEqual([{ key_id: kept?.key_id, hash: kept?.hash }]);
  expect(await store.moveKeyToRevoked(others[0]?.key_id ?? "", later)).toBe(true);
  expect((await store.findApiKey(others[0]?.hash ?? "", now))?.revoked_at).toBe(now.toISOString());
  expect(await store.moveKeyToRevoked("key_none", now)).toBe(false);
});

describe("an account that never got a key", () => {
  const listed = async (account_id: string) => {
    const lists = await Promise.all(
      directoryShards.map((shard) => store.listAccountsAfter(shard, undefined, 1_000)),
    );
    return lists.flat().includes(account_id);
  };
  const lastDay = new Date(now.getTime() + (KEYLESS_SECONDS - 1) * 1_000);
  const expired = new Date(now.getTime() + KEYLESS_SECONDS * 1_000);

  async function registered(slug: string): Promise<Account> {
    const { partner, account } = registerPartner({ company: slug, email: "a@b.example" }, slug, now);
    await store.putPartner(partner, account);
    return account;
  }

  /** As DynamoDB deletes an expired item: sooner or later. */
  async function remove({ account_id }: Account): Promise<void> {
    await store.table.send(
      new DeleteCommand({ TableName: store.tableName, Key: { pk: `ACCOUNT#${account_id}`, sk: "ACCOUNT" } }),
    );
  }

  test("is not in the directory that walks read, and is absent after 90 days", async () => {
    const { account_id } = await registered("quiet-co");
    const operators = await storedAccount();
    for (const id of [account_id, operators.account_id]) {
      expect(await listed(id)).toBe(false);
      expect(await store.findAccount(id, lastDay)).toMatchObject({ account_id: id });
      expect(await store.findAccount(id, expired)).toBeUndefined();
    }
  });

  test.each(["is still stored", "is deleted"])("is brought back by a key when it %s", async (state) => {
    const slug = state === "is deleted" ? "back-co" : "still-co";
    const company = await registered(slug);
    if (state === "is deleted") await remove(company);
    expect(await store.findPartner(slug, expired)).toMatchObject({ account_id: company.account_id });
    const [account] = await store.findAccountsNamed(slug, expired);
    expect(account).toMatchObject({ account_id: company.account_id, partner_id: slug, verified: false });
    expect((await addKey(account as Account)).outcome).toBe("made");
    const muchLater = new Date("2136-01-01T00:00:00Z");
    const back = await store.findAccount(company.account_id, muchLater);
    expect(back).toMatchObject({ partner_id: slug, keys: [{ key_id: expect.any(String) }] });
    expect(await listed(company.account_id)).toBe(true);
    expect((await addKey(back as Account)).outcome).toBe("made");
  });

  test("is kept by an operator's change of its standing", async () => {
    const company = await registered("verified-co");
    await remove(company);
    const [account] = await store.findAccountsNamed("verified-co", expired);
    expect(await store.putStanding(account as Account, { tier: "growth", verified: true })).toBe(true);
    const kept = await store.findAccount(company.account_id, new Date("2136-01-01T00:00:00Z"));
    expect(kept).toMatchObject({ partner_id: "verified-co", tier: "growth", verified: true });
  });
});
