import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, PutCommand } from "@aws-sdk/lib-dynamodb";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { backfillAccounts } from "../../infra/tools/backfill-accounts.ts";
import { directoryShardOf, directoryShards, keys } from "../../shared/store/keys/keys.ts";
import { startEngine } from "../support/cloud/engine.ts";

let engine: Awaited<ReturnType<typeof startEngine>>;
beforeAll(async () => {
  engine = await startEngine();
});
afterAll(() => engine.stop());

test("an older account without a key gets an expiry and leaves the directory, and others stay as they are", async () => {
  const client = new DynamoDBClient({});
  const table = DynamoDBDocumentClient.from(client);
  const TableName = process.env.TABLE_NAME ?? "";
  const { listAccountsAfter } = await import("../../shared/store/account/account-directory.ts");
  const put = async (account_id: string, more: object = {}) => {
    const fields = { tier: "starter", verified: false, created_at: "2126-11-21T09:30:00.000Z" };
    const Item = { ...keys.account(account_id), account_id, ...fields, ...more };
    const row = keys.accountDirectory(directoryShardOf(account_id), account_id);
    for (const each of [Item, row]) await table.send(new PutCommand({ TableName, Item: each }));
  };
  await put("acct_keyless0", { partner_id: "acme" });
  await put("acct_keyed1", { keys: [{ key_id: "key_1", hash: "hash" }] });
  await put("acct_revoked2", { keys: [] });
  await put("acct_verified3", { verified: true });
  await put("acct_growing4", { tier: "growth" });
  const before = await engine.items("ACCOUNT");
  const listed = async () =>
    (await Promise.all(directoryShards.map((shard) => listAccountsAfter(shard, undefined, 10)))).flat();
  expect(await listed()).toHaveLength(5);

  expect(await backfillAccounts(client, TableName)).toBe(1);
  expect((await listed()).sort()).toEqual([
    "acct_growing4",
    "acct_keyed1",
    "acct_revoked2",
    "acct_verified3",
  ]);
  const ttl = Date.parse("2127-02-19T09:30:00.000Z") / 1000;
  const expected = before.map((item) => (item.account_id === "acct_keyless0" ? { ...item, ttl } : item));
  expect(await engine.items("ACCOUNT")).toEqual(expected);
  expect(await backfillAccounts(client, TableName)).toBe(0);
  table.destroy();
});
