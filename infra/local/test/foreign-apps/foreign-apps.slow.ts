import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { artifactsDir } from "../support/artifacts.ts";
import { endClouds } from "../support/cloud-process.ts";
import { eventually } from "../support/eventually.ts";
import { type LocalCloud, startLocalCloud } from "../support/local-cloud.ts";

const folders: string[] = [];

/** Synthesises an app as `cdk synth` does. */
async function synthesised(app: string): Promise<string> {
  mkdirSync(artifactsDir, { recursive: true });
  const folder = mkdtempSync(join(artifactsDir, "foreign-"));
  folders.push(folder);
  const context = { "aws:cdk:enable-path-metadata": true, "aws:cdk:enable-asset-metadata": true };
  const env = {
    ...process.env,
    NODE_OPTIONS: "",
    CDK_OUTDIR: folder,
    CDK_CONTEXT_JSON: JSON.stringify(context),
    // It would check the template for a second.
    CDK_VALIDATION: "false",
  };
  await promisify(execFile)(process.execPath, ["--no-warnings", join(import.meta.dirname, app)], { env });
  return folder;
}

let cloud: LocalCloud;
const started = (app: string) => async () => {
  cloud = await startLocalCloud({ assembly: await synthesised(app) });
};
/** For `afterAll` of each app, since a running cloud takes memory. */
async function end(): Promise<void> {
  await endClouds();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
}

describe("an API with a table and a queue", () => {
  beforeAll(started("webhook/app.ts"));
  afterAll(end);

  test("answers, its consumer reads the message, and a trace spans both", async () => {
    const { status, json, headers } = await cloud.call("/messages", { json: { text: "tea" } });
    expect(status).toBe(202);
    const read = async () => (await cloud.call(`/messages/${json.id}`)).json;
    await eventually(async () => (await read()).status === "PROCESSED");
    expect(await read()).toEqual({ id: json.id, text: "tea", status: "PROCESSED" });
    const whats = await eventually(async () => {
      const { json: trace } = await cloud.call(`/_local/console/traces/${headers["apigw-requestid"]}`);
      const found = (trace.steps as { what: string }[]).map(({ what }) => what);
      return found.some((what) => what.startsWith("update")) && found;
    });
    expect(whats).toEqual([
      "POST /messages",
      `put ${json.id} tea`,
      expect.stringMatching(/^to PublishQueue/),
      `update ${json.id}`,
    ]);
  });

  test("gets a 500 without a grant of an ordinary construct, and the console names the grant", async () => {
    const [grant] = (await cloud.grants()).filter(({ action }) => action === "dynamodb:PutItem");
    expect(grant?.role).toMatch(/^PublishHandlerServiceRole/);
    await cloud.revoke(grant as NonNullable<typeof grant>);
    expect((await cloud.call("/messages", { json: { text: "tea" } })).status).toBe(500);
    const { json } = await cloud.call("/_local/console/denials");
    expect(json[0].advice).toMatch(
      /^Allow dynamodb:PutItem on arn:\S+:table\/messages in a policy of the role PublishHandlerServiceRole/,
    );
  });
});
