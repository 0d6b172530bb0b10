import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { type Account, MOST_KEYS, newAccount } from "../../shared/domain/account/account.ts";
import { newKeyRecord } from "../../shared/domain/account/api-key.ts";
import { startEngine } from "../support/cloud/engine.ts";

let engine: Awaited<ReturnType<typeof startEngine>>;
let store: typeof import("../../shared/store/account/accounts.ts") &
  typeof import("../../shared/store/account/api-keys.ts");

beforeAll(async () => {
  engine = await startEngine();
  store = {
    ...(await import("../../shared/store/account/accounts.ts")),
    ...(await import("../../shared/store/account/api-keys.ts")),
  };
});
afterAll(() => engine.stop());

// A century ahead: engines delete expired items by their own clock.
const now = new Date("2126-11-21T09:30:00.000Z");
const later = new Date("2126-11-22T09:30:00.000Z");

async function storedAccount(): Promise<Account> {
  const account = newAccount({}, now);
  await store.putAccount(account);
  return account;
}

const refresh = async ({ account_id }: Account) => (await store.findAccount(account_id)) as Account;

let made = 0;
async function addKey(account: Account) {
  const [key, hash] = [newKeyRecord(account, "test", [], now), `hash-${++made}`];
  return { key_id: key.key_id, hash, ...(await store.putKey(account, key, hash, MOST_KEYS)) };
}

describe("the keys of an account", () => {
  test("keys can be created and revoked any number of times", async () => {
    const account = await storedAccount();
    for (let round = 0; round < MOST_KEYS + 5; round++) {
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
    for (let i = 0; i < MOST_KEYS; i++) keys.push(await addKey(account));
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

  test("a change of standing reaches all keys, or none", async () => {
    const account = await storedAccount();
    const { key_id } = await addKey(account);
    const seen = await refresh(account);
    await store.moveKeyToRevoked(key_id, now);
    const { hash } = await addKey(account);
    // The account has as many keys as were seen, but not the same ones.
    expect(await store.putStanding(seen, { tier: "growth", verified: true })).toBe(false);
    expect(await addKey({ ...account, verified: true })).toMatchObject({ outcome: "changed" });
    const standing = { tier: "growth", verified: true } as const;
    expect(await store.putStanding(await refresh(account), standing)).toBe(true);
    expect(await store.findApiKey(hash, now)).toMatchObject(standing);
  });
});
