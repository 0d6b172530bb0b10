import { expect, test } from "@jest/globals";
import { eventually } from "../../infra/local/test/support/eventually.ts";
import { freshAddress, freshEmail, startCloud } from "../support/cloud/cloud.ts";

const SIGNUPS = "/api/agent/signups";

const cloud = await startCloud();

/** Polls until the signup has the status. Returns the seconds since its creation. */
async function secondsUntil(id: string, status: string): Promise<number> {
  const signup = await eventually(async () => {
    const { json } = await cloud.call(`${SIGNUPS}/${id}`);
    return json.status === status && json;
  }, 200_000);
  return (Date.now() - Date.parse(signup.created_at)) / 1000;
}

const startSandboxSignup = async () =>
  (await cloud.post(SIGNUPS, { email: freshEmail(), sandbox: true }, { from: freshAddress() })).json
    .signup_id;

test("in real time, sandbox signups move at 60 s and 180 s (within 2 s), also after a late timer start", async () => {
  const punctual = await startSandboxSignup();
  await cloud.inject({ kind: "error", action: "dynamodb:GetRecords" });
  const lateStream = await startSandboxSignup();
  await new Promise((resolve) => setTimeout(resolve, 5_000));
  await cloud.inject({ kind: "throttle", action: "states:StartExecution" });
  const lateStart = await startSandboxSignup();
  await new Promise((resolve) => setTimeout(resolve, 5_000));
  await cloud.inject();

  const all = [punctual, lateStream, lateStart];
  const joined = await Promise.all(all.map((id) => secondsUntil(id, "waitlist_joined")));
  const opened = await Promise.all(all.map((id) => secondsUntil(id, "account_opened")));
  for (const seconds of joined) expect(Math.abs(seconds - 60)).toBeLessThanOrEqual(2);
  for (const seconds of opened) expect(Math.abs(seconds - 180)).toBeLessThanOrEqual(2);
}, 240_000);
