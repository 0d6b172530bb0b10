import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DynamoDb } from "../../infra/local/dynamodb.ts";
import { Template } from "../../infra/local/template.ts";
import { assemblyDir } from "./synthesise.ts";

/**
 * The real engine with the template's own table, for tests of the store. Call it before importing a store module:
 * those read the environment when they load. `DYNAMODB_ENDPOINT` runs the same tests on another DynamoDB.
 */
export async function startEngine(): Promise<{ stop: () => void }> {
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
    stop: () => {
      engine.stop();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}
