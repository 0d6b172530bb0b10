import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import type { IncomingHttpHeaders } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeEach, expect, test } from "@jest/globals";
import { assemblyDir } from "../../support/cloud/bundles.ts";
import { served } from "../../support/cloud/served.ts";

/** The bundle lacks parts of the SDK. These tests hold what the functions need of the rest. */
const NAME = "advance-signup";
const dir = mkdtempSync(join(tmpdir(), "bundled-sdk-"));

type Reply = { status: number; body: object } | "hang";
const item: Reply = { status: 200, body: {} };
let replies: Reply[];
let requests: { target: string; headers: IncomingHttpHeaders }[];
const entry = join(assemblyDir, "functions", NAME, "index.mjs");
const endpoint = await served((request, response) => {
  requests.push({ target: String(request.headers["x-amz-target"]), headers: request.headers });
  const reply = replies.shift() ?? item;
  if (reply === "hang") return;
  response.writeHead(reply.status, { "content-type": "application/x-amz-json-1.0" });
  response.end(JSON.stringify(reply.body));
});
beforeEach(() => {
  replies = [];
  requests = [];
});
afterAll(() => rmSync(dir, { recursive: true }));

/** Runs the bundled function in a process of its own, with Lambda's environment. */
async function invoke(env: Record<string, string> = {}): Promise<void> {
  const input = JSON.stringify({ id: "sig_01j9z8v7w6x5y4t3s2r1q0p9n8", at: new Date().toISOString() });
  const script = `const { handler } = await import(${JSON.stringify(pathToFileURL(entry).href)});
    const context = { awsRequestId: "r", functionName: "f", getRemainingTimeInMillis: () => 30_000 };
    await handler(${input}, context);`;
  await promisify(execFile)(process.execPath, ["--input-type=module", "-e", script], {
    env: {
      AWS_REGION: "us-east-1",
      AWS_ACCESS_KEY_ID: "AKIALAMBDA",
      AWS_SECRET_ACCESS_KEY: "secret",
      AWS_SESSION_TOKEN: "session",
      AWS_ENDPOINT_URL: endpoint,
      AWS_LAMBDA_FUNCTION_NAME: "f",
      TABLE_NAME: "T",
      ...env,
    },
  });
}

test("a bundled function tries a call again after a 500, a throttle and a hanging connection", async () => {
  const type = "com.amazonaws.dynamodb.v20120810#ThrottlingException";
  replies = [{ status: 500, body: {} }, { status: 400, body: { __type: type } }, item];
  await invoke();
  expect(requests).toHaveLength(3);
  requests.length = 0;
  replies = ["hang", item];
  await invoke();
  expect(requests).toHaveLength(2);
});

test("a bundled function tries a call three times at most", async () => {
  replies = Array.from({ length: 9 }, () => ({ status: 500, body: {} }));
  await expect(invoke()).rejects.toThrow();
  expect(requests).toHaveLength(3);
});

test("a bundled function looks for no setting in the user's files", async () => {
  const file = join(dir, "config");
  writeFileSync(file, "[default]\nignore_configured_endpoint_urls = true");
  await invoke({ AWS_CONFIG_FILE: file });
  expect(requests).toHaveLength(1);
});
