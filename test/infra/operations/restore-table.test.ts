import { CreateTableCommand, DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { BatchWriteCommand, DynamoDBDocumentClient, PutCommand, ScanCommand } from "@aws-sdk/lib-dynamodb";
import { afterAll, expect, test } from "@jest/globals";
import { restoreTable } from "../../../infra/operations/restore/restore-table.ts";
import { startEngine } from "../../support/cloud/engine.ts";

await startEngine();
const client = new DynamoDBClient({});
await client.send(
  new CreateTableCommand({
    TableName: "restored",
    BillingMode: "PAY_PER_REQUEST",
    KeySchema: [
      { AttributeName: "pk", KeyType: "HASH" },
      { AttributeName: "sk", KeyType: "RANGE" },
    ],
    AttributeDefinitions: ["pk", "sk"].map((AttributeName) => ({ AttributeName, AttributeType: "S" })),
  }),
);
afterAll(() => client.destroy());

test("the table equals the restored one, but for newer audit records and suppressions, and a dry run changes nothing", async () => {
  const table = DynamoDBDocumentClient.from(client);
  const to = process.env.TABLE_NAME ?? "";
  const put = async (TableName: string, pk: string, more: object = {}) =>
    table.send(new PutCommand({ TableName, Item: { pk, sk: "A", ...more } }));
  const itemsOf = async (TableName: string) =>
    ((await table.send(new ScanCommand({ TableName }))).Items ?? [])
      .map(({ pk, v }) => `${pk} ${v ?? "-"}`)
      .sort();
  for (const name of ["restored", to]) {
    await put(name, "ACCOUNT#same", { v: 1, set: new Set(["a", "b"]) });
    await put(name, "ACCOUNT#changed", { v: name === to ? 2 : 1 });
    await put(name, "AUDIT#ended", { v: name === to ? 2 : 1 });
  }
  await put("restored", "SIGNUP#erased");
  for (const pk of ["PAYMENT#later", "AUDIT#later", "SUPPRESSION#later"]) await put(to, pk);
  // More than one request's worth.
  for (let page = 0; page < 6; page++)
    await table.send(
      new BatchWriteCommand({
        RequestItems: {
          restored: Array.from({ length: 25 }, (_, i) => ({
            PutRequest: { Item: { pk: `EVENT#${page}#${i}`, sk: "A" } },
          })),
        },
      }),
    );

  const expected = {
    ACCOUNT: { written: 1, deleted: 0 },
    SIGNUP: { written: 1, deleted: 0 },
    EVENT: { written: 150, deleted: 0 },
    PAYMENT: { written: 0, deleted: 1 },
  };
  const before = await itemsOf(to);
  const tables = { from: "restored", to };
  expect((await restoreTable(client, tables, true)).restored).toEqual(expected);
  expect(await itemsOf(to)).toEqual(before);
  // Stopped after the first part, and continued by what it had kept.
  let kept = "";
  const stopped = restoreTable(client, tables, false, undefined, (progress) => {
    if (kept) throw new Error("stopped");
    kept = JSON.stringify(progress);
  });
  await expect(stopped).rejects.toThrow("stopped");
  const { done, items, restored } = await restoreTable(client, tables, false, JSON.parse(kept));
  expect(done.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 16 }, (_, i) => i));
  expect(items).toBeGreaterThan(150);
  expect(Object.keys(restored)).toEqual(expect.arrayContaining(["EVENT"]));
  expect((await itemsOf(to)).filter((line) => !line.startsWith("EVENT"))).toEqual([
    "ACCOUNT#changed 1",
    "ACCOUNT#same 1",
    "AUDIT#ended 2",
    "AUDIT#later -",
    "SIGNUP#erased -",
    "SUPPRESSION#later -",
  ]);
  expect((await restoreTable(client, tables, false)).restored).toEqual({});
});
