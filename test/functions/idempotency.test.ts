import { expect, test } from "@jest/globals";
import type { Operation } from "../../shared/contract/operation.ts";
import { addBankAccountOperation } from "../../shared/contract/platform/drivers/add-bank-account.ts";
import { createDriverOperation } from "../../shared/contract/platform/drivers/create-driver.ts";
import { Unsealable } from "../../shared/crypto/sealed.ts";
import type { Owner } from "../../shared/domain/item/owner.ts";
import {
  type Peppers,
  type Repeatable,
  readRepeatable,
  replayAnswer,
  storedAnswerWrite,
} from "../../shared/http/guard/idempotency.ts";
import { jsonResult } from "../../shared/http/serve/responses.ts";
import type { Answered } from "../../shared/store/table/idempotency.ts";
import { gatewayEvent } from "../support/cloud/gateway-event.ts";

const NOW = new Date("2026-11-21T09:30:00.000Z");
const owner: Owner = { account_id: "acct_test", mode: "test" };
const answer = jsonResult(201, { state: "a-secret-that-opens-a-page", text: "é💥" });

type More = { of?: Owner; peppers?: Peppers };
const call = async (
  op: Operation,
  key: string,
  body: object,
  { of = owner, peppers }: More = {},
): Promise<Repeatable> => {
  const event = gatewayEvent("POST", { headers: { "idempotency-key": key } });
  const repeatable = await readRepeatable(op, of, event, { params: { id: "drv_1" }, body }, peppers);
  if (!repeatable) throw new Error("Not repeatable");
  return repeatable;
};

const keptOf = (op: Operation, repeatable: Repeatable) =>
  storedAnswerWrite(op, repeatable, answer, NOW)?.Put?.Item as Answered & { pk: string };

const first = await call(createDriverOperation, "key-1", { a: "1" });
const underAnotherKey = await call(createDriverOperation, "key-2", { a: "1" });

const kept = keptOf(createDriverOperation, first);

test("a stored answer is returned again byte for byte, and the stored item does not reveal it", async () => {
  expect((await replayAnswer(first, kept)).body).toBe(answer.body);
  expect(JSON.stringify(kept)).not.toContain("a-secret-that-opens-a-page");
  expect(Buffer.from(kept.sealed_body, "base64url").toString("latin1")).not.toContain("a-secret");
});

test.each([
  ["another key", async () => underAnotherKey],
  [
    "another account",
    () => call(createDriverOperation, "key-1", { a: "1" }, { of: { ...owner, account_id: "acct_other" } }),
  ],
  [
    "another mode",
    () => call(createDriverOperation, "key-1", { a: "1" }, { of: { ...owner, mode: "live" } }),
  ],
  ["another operation", () => call(addBankAccountOperation, "key-1", { a: "1" })],
])("a stored answer is not found and does not open with %s", async (_, other) => {
  const { key, sealingKey } = await other();
  expect(key).not.toEqual(first.key);
  await expect(replayAnswer({ ...first, sealingKey }, kept)).rejects.toThrow(Unsealable);
});

test("a request with another body under the same key gets a conflict", async () => {
  const other = await call(createDriverOperation, "key-1", { a: "2" });
  await expect(replayAnswer(other, kept)).rejects.toMatchObject({ code: "idempotency_key_reused" });
});

test("a moved or changed answer does not open", async () => {
  await expect(replayAnswer({ ...first, key: underAnotherKey.key }, kept)).rejects.toThrow(Unsealable);
  const sealed_body = `${kept.sealed_body.slice(0, -1)}${kept.sealed_body.endsWith("A") ? "B" : "A"}`;
  await expect(replayAnswer(first, { ...kept, sealed_body })).rejects.toThrow(Unsealable);
});

const PEPPER = "a-secret-of-the-service";
const account = async (account_number: string, pepper?: string) => {
  const body = { account_type: "checking", account_number };
  return (
    await call(
      addBankAccountOperation,
      "key-1",
      body,
      pepper === undefined ? {} : { peppers: async () => [pepper] },
    )
  ).request;
};

test("the hash of a request covers all of it, including digits that are not stored", async () => {
  expect(await account("000123456789", PEPPER)).toBe(await account("000123456789", PEPPER));
  expect(await account("000123456789", PEPPER)).not.toBe(await account("99999996789", PEPPER));
});

test("the table and a guessed idempotency key do not reveal an account number", async () => {
  const kept = await account("000123456789", PEPPER);
  expect(await account("000123456789", "another-secret")).not.toBe(kept);
  expect(await account("000123456789")).not.toBe(kept);
});

test("a request without an idempotency key reads no secret", async () => {
  const asksForNone = () => Promise.reject(new Error("Asked"));
  const input = { params: {}, body: {} };
  const repeatable = readRepeatable(addBankAccountOperation, owner, gatewayEvent("POST"), input, asksForNone);
  expect(await repeatable).toBeUndefined();
});

const body = { account_number: "000123456789" };
const request = (peppers: Peppers, more: object = {}) =>
  call(addBankAccountOperation, "key-1", { ...body, ...more }, { peppers });
const values =
  (...secrets: [string, ...string[]]): Peppers =>
  async () =>
    secrets;

test("a stored hash stays comparable while its value is in the secret, and no longer", async () => {
  const { request: stored } = await request(values("old"));
  expect(stored).toMatch(/^[0-9a-f]{8}\.[0-9a-f]{64}$/);
  const rotated = values("new", "old");
  expect((await request(rotated)).request).not.toBe(stored);
  expect(await (await request(rotated)).isSame(stored)).toBe(true);
  expect(await (await request(rotated, { account_number: "999996789" })).isSame(stored)).toBe(false);
  expect(await (await request(values("new"))).isSame(stored)).toBe(false);
});

test("a hash with a newer value than the cached one is compared after another read", async () => {
  const { request: stored } = await request(values("new", "old"));
  const peppers: Peppers = async ({ anew } = { anew: false }) => (anew ? ["new", "old"] : ["old"]);
  expect(await (await request(peppers)).isSame(stored)).toBe(true);
});
