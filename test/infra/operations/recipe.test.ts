import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DeleteCommand, DynamoDBDocumentClient, PutCommand } from "@aws-sdk/lib-dynamodb";
import { afterAll, expect, test } from "@jest/globals";
import { startEngine } from "../../support/cloud/engine.ts";
import { artifactsDir } from "../../support/process/artifacts.ts";

const engine = await startEngine();
const client = DynamoDBDocumentClient.from(new DynamoDBClient({}));
const page = join(import.meta.dirname, "../../../infra/operations/runbook/stored-items.md");
const [, program = ""] = /```ts\n(.*?)```/s.exec(readFileSync(page, "utf8")) ?? [];
const folder = join(artifactsDir, "recipe");
mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, "backfill.ts"), program);
const { backfill } = await import(join(folder, "backfill.ts"));
afterAll(() => client.destroy());

const at = (pk: string) => ({ TableName: process.env.TABLE_NAME ?? "", Key: { pk, sk: "A" } });
const put = (pk: string, more: object) =>
  client.send(new PutCommand({ TableName: process.env.TABLE_NAME, Item: { pk, sk: "A", ...more } }));

test("the runbook's backfill changes old items once, and none that a function changed or deleted meanwhile", async () => {
  for (const name of ["old", "changed", "deleted"]) await put(`WEBHOOK#${name}`, { description: name });
  await put("WEBHOOK#new", { description: "new", label: "new" });
  await put("DRIVER#other", { description: "other" });
  // The functions of the first release write between the program's read and its writes.
  const meanwhile = async () => {
    await put("WEBHOOK#changed", { description: "later", label: "later" });
    await client.send(new DeleteCommand(at("WEBHOOK#deleted")));
  };
  client.middlewareStack.add((next, { commandName }) => async (args) => {
    const reply = await next(args);
    if (commandName === "ScanCommand") await meanwhile();
    return reply;
  });
  expect([await backfill(client), await backfill(client)]).toEqual([1, 0]);
  const labels = (await engine.items()).map(({ pk, label }) => `${pk} ${label}`).sort();
  expect(labels).toEqual([
    "DRIVER#other undefined",
    "WEBHOOK#changed later",
    "WEBHOOK#new new",
    "WEBHOOK#old old",
  ]);
});
