import { execFile } from "node:child_process";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { postForm } from "../support/browserless.ts";
import { type Cloud, endClouds, freshAddress, freshEmail, startCloud } from "../support/cloud.ts";
import { linkIn, mailTo } from "../support/mailbox.ts";

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

  test("is listed when a command is not known", async () => {
    expect(await ops("signups", "close")).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("signups open-account ID"),
    });
  });
});
