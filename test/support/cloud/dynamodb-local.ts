import { execFileSync, spawn, spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { freePort } from "../../../infra/local/base/loopback.ts";
import { artifactsDir } from "../process/artifacts.ts";

/**
 * Runs the store's tests on AWS's own DynamoDB Local, as a second check beside the usual engine. Needs Java.
 * The engine is an npm package of 55 MB, so it is installed only here.
 */
const SIMULATOR = "amplify-dynamodb-simulator@2.9.30";

if (spawnSync("java", ["-version"]).status !== 0) {
  process.stdout.write("No Java here: the store's tests did not run on DynamoDB Local.\n");
  process.exit(0);
}

const home = join(artifactsDir, "dynamodb-local");
mkdirSync(home, { recursive: true });
execFileSync("npm", ["install", "--prefix", home, "--no-save", "--ignore-scripts", "--silent", SIMULATOR], {
  stdio: "inherit",
});
const engineDir = join(home, "node_modules", "amplify-dynamodb-simulator", "emulator");

const port = await freePort();
const engine = spawn(
  "java",
  [
    "-Djava.library.path=./DynamoDBLocal_lib",
    "-jar",
    "DynamoDBLocal.jar",
    "-inMemory",
    "-disableTelemetry",
    "-port",
    String(port),
  ],
  { cwd: engineDir, stdio: "ignore" },
);
const endpoint = `http://127.0.0.1:${port}`;
await answering(endpoint);
await warmUp(endpoint);
// That suite stops the process of the usual engine for a while.
const tested = ["--runInBand", "test/store"];
const tests = spawnSync("npm", ["test", "--silent", "--", ...tested], {
  stdio: "inherit",
  // Its Java server accepts hundreds of simultaneous connections late.
  env: { ...process.env, DYNAMODB_ENDPOINT: endpoint },
});
engine.kill();
process.exit(tests.status ?? 1);

async function answering(url: string): Promise<void> {
  for (let i = 0; i < 300; i++) {
    const up = await fetch(url).then(
      () => true,
      () => false,
    );
    if (up) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error("DynamoDB Local did not start");
}

/** A cold Java engine would miss the store's deadlines, which are those of a warm DynamoDB. */
async function warmUp(url: string): Promise<void> {
  const headers = {
    "x-amz-target": "DynamoDB_20120810.ListTables",
    "content-type": "application/x-amz-json-1.0",
  };
  const signed = {
    authorization:
      "AWS4-HMAC-SHA256 Credential=local/20260101/us-east-1/dynamodb/aws4_request, SignedHeaders=host, Signature=local",
  };
  for (let round = 0; round < 20; round++) {
    const call = () => fetch(url, { method: "POST", headers: { ...headers, ...signed }, body: "{}" });
    await Promise.all(Array.from({ length: 50 }, () => call().then((response) => response.text())));
  }
}
