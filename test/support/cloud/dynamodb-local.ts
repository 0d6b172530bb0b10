import { spawn, spawnSync } from "node:child_process";
import { join } from "node:path";
import { freePort } from "../../../infra/local/base/loopback.ts";
import { eventually } from "../../../infra/local/test/support/eventually.ts";
import { lackOf, npmPackages } from "../installed-programs.ts";

/**
 * Runs the store's tests on AWS's own DynamoDB Local, as a second check beside the usual engine. Needs Java.
 * The engine is an npm package of 55 MB, so it is installed only here.
 */
const SIMULATOR = "amplify-dynamodb-simulator@2.9.30";

if (lackOf(["java"]) !== "") {
  process.stdout.write("No Java here: the store's tests did not run on DynamoDB Local.\n");
  process.exit(0);
}

const port = String(await freePort());
const endpoint = `http://127.0.0.1:${port}`;
const options = ["-Djava.library.path=./DynamoDBLocal_lib", "-jar", "DynamoDBLocal.jar"];
const engine = spawn("java", [...options, "-inMemory", "-disableTelemetry", "-port", port], {
  cwd: join(npmPackages([SIMULATOR]), "node_modules", "amplify-dynamodb-simulator", "emulator"),
  stdio: "ignore",
});
await eventually(() => listTables().catch(() => undefined));
// A cold Java engine would miss the store's deadlines, which are those of a warm DynamoDB.
for (let round = 0; round < 20; round++) await Promise.all(Array.from({ length: 50 }, listTables));
// In a row: its server accepts hundreds of simultaneous connections late.
const tests = spawnSync("npm", ["test", "--silent", "--", "--runInBand", "test/store"], {
  stdio: "inherit",
  env: { ...process.env, DYNAMODB_ENDPOINT: endpoint },
});
engine.kill();
process.exit(tests.status ?? 1);

async function listTables(): Promise<string> {
  const headers = {
    "x-amz-target": "DynamoDB_20120810.ListTables",
    "content-type": "application/x-amz-json-1.0",
    authorization:
      "AWS4-HMAC-SHA256 Credential=local/20260101/us-east-1/dynamodb/aws4_request, SignedHeaders=host, Signature=local",
  };
  const response = await fetch(endpoint, { method: "POST", headers, body: "{}" });
  return response.text();
}
