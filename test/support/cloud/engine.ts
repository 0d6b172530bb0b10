import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DynamoDb } from "../../../infra/local/dynamodb/dynamodb.ts";
import { Template } from "../../../infra/local/template.ts";
import { assemblyDir } from "./synthesise.ts";

export type Engine = { stop: () => void; items: (noun?: string) => Promise<Record<string, unknown>[]> };

/**
 * The real engine with the template's table, for store tests. Start it before you import a store module,
 * because those read the environment when they load. `DYNAMODB_ENDPOINT` runs the same tests on another
 * DynamoDB.
 */
export async function startEngine(): Promise<Engine> {
  const template = new Template(assemblyDir);
  const dir = mkdtempSync(join(tmpdir(), "engine-"));
  const engine = await DynamoDb.start(dir, () => {});
  await engine.createTables(template);
  Object.assign(process.env, {
    TABLE_NAME: template.ids("AWS::DynamoDB::Table")[0],
    AWS_ENDPOINT_URL: engine.endpoint,
    AWS_REGION: "us-east-1",
    AWS_ACCESS_KEY_ID: "local",
    AWS_SECRET_ACCESS_KEY: "local",
  });
  return {
    items,
    stop: () => {
      engine.stop();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

/** All attributes of all items, or of a noun's items, including attributes that our code never returns. */
async function items(noun?: string): Promise<Record<string, unknown>[]> {
  const { DynamoDBDocumentClient, ScanCommand } = await import("@aws-sdk/lib-dynamodb");
  const { DynamoDBClient } = await import("@aws-sdk/client-dynamodb");
  const table = DynamoDBDocumentClient.from(new DynamoDBClient({}));
  const { Items = [] } = await table.send(
    new ScanCommand({
      TableName: process.env.TABLE_NAME,
      ...(noun && {
        FilterExpression: "begins_with(pk, :noun)",
        ExpressionAttributeValues: { ":noun": `${noun}#` },
      }),
    }),
  );
  table.destroy();
  return Items;
}
