import { execFile } from "node:child_process";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { postForm } from "../support/browserless.ts";
import {
  type Cloud,
  endClouds,
  eventually,
  freshAddress,
  freshEmail,
  type Json,
  startCloud,
} from "../support/cloud.ts";
import { linkIn, mailTo } from "../support/mailbox.ts";
import { newPartner } from "../support/platform.ts";
import { Receiver } from "../support/receiver.ts";

const SIGNUPS = "/api/agent/signups";
const root = join(import.meta.dirname, "..", "..");

let cloud: Cloud;
beforeAll(async () => {
  cloud = await startCloud();
});
afterAll(endClouds);

type Ended = { code: number; stdout: string; stderr: string };

/** `npm run ops -- ...`, as an operator types it. */
const ops = (...args: string[]): Promise<Ended> =>
  new Promise((resolve) => {
    const env = { ...process.env, NODE_OPTIONS: "" };
    execFile(
      process.execPath,
      ["infra/ops.ts", ...args, "--url", cloud.url],
      { cwd: root, env },
      (error, stdout, stderr) => resolve({ code: Number(error?.code ?? 0), stdout, stderr }),
    );
  });

async function signup() {
  const email = freshEmail();
  const { json } = await cloud.post(SIGNUPS, { email }, { from: freshAddress() });
  return { id: json.signup_id as string, email };
}

const open = (id: string) => ops("signups", "open-account", id, "--reason", "The broker-dealer opened it");

describe("npm run ops -- signups open-account", () => {
  test("opens the account of a confirmed signup, once, and a replay tells so", async () => {
    const { id, email } = await signup();
    await postForm(cloud, linkIn(await mailTo(cloud, email)), { consent: "yes" });
    expect(await open(id)).toEqual({ code: 0, stdout: `${id} is account_opened\n`, stderr: "" });
    expect((await cloud.call(`${SIGNUPS}/${id}`)).json.status).toBe("account_opened");
    expect((await cloud.post(SIGNUPS, { email }, { from: freshAddress() })).json.status).toBe(
      "account_opened",
    );
    expect(await open(id)).toMatchObject({
      code: 1,
      stdout: expect.stringContaining("only waitlist_joined"),
    });
  });

  test("refuses a signup that its owner has not confirmed", async () => {
    const { id } = await signup();
    expect(await open(id)).toMatchObject({
      code: 1,
      stdout: expect.stringContaining("is initiated; only waitlist_joined"),
    });
    expect((await cloud.call(`${SIGNUPS}/${id}`)).json.status).toBe("initiated");
  });

  test("refuses sandbox signups, unknown ids, and a call without a reason", async () => {
    const sandbox = (
      await cloud.post(SIGNUPS, { email: freshEmail(), sandbox: true }, { from: freshAddress() })
    ).json;
    expect((await open(sandbox.signup_id)).stdout).toContain("There is no live signup");
    expect((await open("svc_sgn_none")).stdout).toContain("There is no live signup");
    expect(await ops("signups", "open-account", "svc_sgn_none")).toMatchObject({
      code: 1,
      stdout: expect.stringContaining("`reason` is required"),
    });
  });

  test("is listed when a command is not known, or help is asked for", async () => {
    expect(await ops("--help")).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("signups open-account ID"),
    });
    expect(await ops("signups", "close")).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("signups open-account ID"),
    });
  });
});

describe("npm run ops -- webhooks redrive, and relay redrive", () => {
  test("say what they did, and nothing is sent a second time", async () => {
    const partner = await newPartner(cloud);
    const receiver = await Receiver.start();
    const { id } = await partner.made("/v1/webhooks", { url: receiver.url(), events: ["driver.created"] });
    const since = new Date(await cloud.now()).toISOString();
    for (let i = 0; i < 3; i++) await partner.driver();
    await eventually(async () => {
      const { data } = await partner.read(`/v1/webhooks/${id}/deliveries`);
      return data.length === 3 && data.every(({ status }: Json) => status === "delivered");
    });
    const fannedOut = async () => (await cloud.usage())["fan-out-event"]?.calls["dynamodb:PutItem"] ?? 0;
    await cloud.clearUsage();
    const redriven = await ops("relay", "redrive", "--since", since);
    expect(redriven).toMatchObject({ code: 0, stdout: "3 entries and events were carried on\n" });
    await eventually(async () => (await fannedOut()) === 3);
    expect(await ops("relay", "redrive", "--since", since, "--resume", partner.accountId)).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^3 entries/),
    });
    expect(await ops("relay", "redrive", "--since", since, "--resume", "nowhere")).toMatchObject({
      code: 1,
      stdout: "There is no such place\n",
    });
    await eventually(async () => ((await cloud.usage())["deliver-webhook"]?.invocations ?? 0) > 0);
    expect(receiver.received).toHaveLength(3);
    await cloud.inject({ kind: "error", caller: "redrive-relay", action: "sqs:SendMessage" });
    expect(await ops("relay", "redrive", "--since", since)).toMatchObject({
      code: 1,
      stdout: `0 entries and events were carried on, 3 could not be now. Go on with --since ${since} --resume ${partner.accountId}\n`,
    });
    const firsts = { action: "sqs:StartMessageMoveTask", containing: "First" };
    await cloud.inject({ kind: "error", caller: "redrive-webhooks", ...firsts });
    expect(await ops("webhooks", "redrive")).toMatchObject({
      code: 1,
      stdout:
        "Dead letters go back to their queues: events, waiting. Not begun, or under way already: first\n",
    });
    await cloud.inject();
    expect(await ops("webhooks", "redrive")).toMatchObject({
      code: 0,
      stdout: "Dead letters go back to their queues: events, first, waiting\n",
    });
    receiver.close();
  });
});
