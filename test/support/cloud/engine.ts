import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { json } from "node:stream/consumers";
import { Template } from "../../../infra/local/base/template.ts";
import { DynamoDb } from "../../../infra/local/dynamodb/dynamodb.ts";
import { Secrets } from "../../../infra/local/secrets/secrets.ts";
import { sharedEngine } from "../process/engine.ts";
import { assemblyDir } from "./assembly.ts";

export type Engine = { stop: () => void; items: (noun?: string) => Promise<Record<string, unknown>[]> };

/**
 * A real engine with the template's table, and the secrets, for store tests. Start it before you import a
 * store module, because those read the environment when they load. A worker's suites share the engine, and
 * each begins with an empty table. `DYNAMODB_ENDPOINT` runs the same tests on another DynamoDB.
 */
export async function startEngine(): Promise<Engine> {
  const template = new Template(assemblyDir);
  const dir = mkdtempSync(join(tmpdir(), "secrets-"));
  const engine = DynamoDb.at(process.env.DYNAMODB_ENDPOINT ?? (await sharedEngine()));
  await deleteTables(engine, template);
  await engine.create(template);
  const secrets = await serveSecrets(dir, template);
  Object.assign(process.env, {
    ...secrets.environment,
    TABLE_NAME: template.ids("AWS::DynamoDB::Table")[0],
    AWS_ENDPOINT_URL: engine.endpoint,
    AWS_REGION: "us-east-1",
    AWS_ACCESS_KEY_ID: "local",
    AWS_SECRET_ACCESS_KEY: "local",
    // The stage's setting. One process makes hundreds of calls at once here, and the machine may be busy.
    LIMITER_DEADLINE_MS: "20000",
  });
  return {
    items,
    stop: () => {
      secrets.server.close();
      secrets.server.closeAllConnections();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

async function deleteTables(engine: DynamoDb, template: Template): Promise<void> {
  for (const TableName of template.ids("AWS::DynamoDB::Table"))
    await engine.call("DynamoDB_20120810.DeleteTable", { TableName });
}

async function serveSecrets(dir: string, template: Template) {
  const secrets = new Secrets(dir);
  secrets.create(template);
  const server: Server = createServer(async (request, response) => {
    const { status, body } = await secrets
      .service()
      .perform("GetSecretValue", (await json(request)) as Record<string, unknown>);
    response.writeHead(status, { "content-type": "application/x-amz-json-1.1" }).end(JSON.stringify(body));
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  const url = { AWS_ENDPOINT_URL_SECRETS_MANAGER: `http://127.0.0.1:${port}` };
  return { server, environment: { ...secretNames(template), ...url } };
}

/** The variables that name the secrets. Without an account, a secret's name is its logical id. */
export const secretNames = (template: Template): Record<string, string> =>
  Object.fromEntries(
    template.ids("AWS::SecretsManager::Secret").map((id) => {
      const [, name = ""] = /^Secrets(\w+)Key/.exec(id) ?? [];
      return [`${name.toUpperCase()}_SECRET_ARN`, id];
    }),
  );

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
