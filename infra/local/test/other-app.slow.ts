import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { artifactsDir } from "./support/artifacts.ts";
import { endClouds } from "./support/cloud-process.ts";
import { eventually } from "./support/eventually.ts";
import { type LocalCloud, startLocalCloud } from "./support/local-cloud.ts";

const APP = join(import.meta.dirname, "support", "orders-app", "app.ts");

let cloud: LocalCloud;
let folder = "";
beforeAll(async () => {
  mkdirSync(artifactsDir, { recursive: true });
  folder = mkdtempSync(join(artifactsDir, "orders-"));
  const context = { "aws:cdk:enable-path-metadata": true, "aws:cdk:enable-asset-metadata": true };
  // As `cdk synth` starts an app.
  const env = {
    ...process.env,
    NODE_OPTIONS: "",
    CDK_OUTDIR: folder,
    CDK_CONTEXT_JSON: JSON.stringify(context),
  };
  await promisify(execFile)(process.execPath, ["--no-warnings", APP], { env });
  cloud = await startLocalCloud({ assembly: folder });
});
afterAll(async () => {
  await endClouds();
  rmSync(folder, { recursive: true, force: true });
});

test("an app that knows nothing of the local cloud runs unchanged, and its trace spans stream and queue", async () => {
  const { status, json, headers } = await cloud.call("/orders", { json: { what: "tea" } });
  expect(status).toBe(201);
  await eventually(async () => (await cloud.call(`/orders/${json.id}`)).json.status === "shipped");
  const whats = await eventually(async () => {
    const { json: trace } = await cloud.call(`/_local/console/traces/${headers["apigw-requestid"]}`);
    const found = (trace.steps as { what: string }[]).map(({ what }) => what);
    return found.some((what) => what.startsWith("update")) && found;
  });
  expect(whats).toEqual([
    "POST /orders",
    expect.stringMatching(/^put /),
    expect.stringMatching(/^to Shipments/),
    `update ${json.id}`,
  ]);
});

test("a call that the role of an ordinary construct does not allow fails", async () => {
  const [grant] = (await cloud.grants()).filter(({ action }) => action === "dynamodb:PutItem");
  expect(grant?.role).toMatch(/^OrdersServiceRole/);
  await cloud.revoke(grant as NonNullable<typeof grant>);
  expect((await cloud.call("/orders", { json: { what: "tea" } })).status).toBe(500);
  const { json } = await cloud.call("/_local/console/denials");
  expect(json[0].advice).toMatch(
    /^Allow dynamodb:PutItem on arn:\S+ in a policy of the role OrdersServiceRole/,
  );
});
