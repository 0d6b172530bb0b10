import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { json } from "node:stream/consumers";
import { Template } from "../../../infra/local/base/template.ts";
import { DynamoDb } from "../../../infra/local/dynamodb/dynamodb.ts";
import { Secrets } from "../../../infra/local/secrets/secrets.ts";
import { atSuiteEnd } from "../../../infra/local/test/support/suite-end.ts";
import { sharedEngine } from "../process/engine.ts";
import { assemblyDir } from "./assembly.ts";
import { served } from "./served.ts";

/**
 * A real engine with the template's table, and the secrets, until the suite ends. Store modules read the
 * environment when they load, so a suite first awaits this and then imports them with `await import`. A
 * worker's suites share the engine, and each begins with an empty table. `DYNAMODB_ENDPOINT` runs the same
 * tests on another DynamoDB.
 */
export async function startEngine() {
  const template = new Template(assemblyDir);
  const dir = mkdtempSync(join(tmpdir(), "secrets-"));
  const engine = DynamoDb.at(process.env.DYNAMODB_ENDPOINT ?? (await sharedEngine()));
  await deleteTables(engine, template);
  await engine.create(template);
  Object.assign(process.env, {
    ...(await serveSecrets(dir, template)),
    TABLE_NAME: template.ids("AWS::DynamoDB::Table")[0],
    AWS_ENDPOINT_URL: engine.endpoint,
    AWS_REGION: "us-east-1",
    AWS_ACCESS_KEY_ID: "local",
    AWS_SECRET_ACCESS_KEY: "local",
    // The stage's setting. One process makes hundreds of calls at once here, and the machine may be busy.
    LIMITER_DEADLINE_MS: "20000",
  });
  atSuiteEnd(() => rmSync(dir, { recursive: true, force: true }));
  return { items };
}

async function deleteTables(engine: DynamoDb, template: Template): Promise<void> {
  for (const TableName of template.ids("AWS::DynamoDB::Table"))
    await engine.call("DynamoDB_20120810.DeleteTable", { TableName });
}

async function serveSecrets(dir: string, template: Template) {
  const secrets = new Secrets(dir);
  secrets.create(template);
  const url = await served(async (request, response) => {
    const { status, body } = await secrets
      .service()
      .perform("GetSecretValue", (await json(request)) as Record<string, unknown>);
    response.writeHead(status, { "content-type": "application/x-amz-json-1.1" }).end(JSON.stringify(body));
  });
  return { ...secretNames(template), AWS_ENDPOINT_URL_SECRETS_MANAGER: url };
}

/** The variables that name the secrets. Without an account, a secret's name is its logical id. */
const secretNames = (template: Template): Record<string, string> =>
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
