import { afterEach, expect, test } from "@jest/globals";
import { eventually } from "../../infra/local/test/support/eventually.ts";
import { freshAddress, freshEmail, startCloud } from "../support/cloud/cloud.ts";
import { call } from "../support/cloud/mcp.ts";

/** Slow enough that a busy machine loses less than a timer's whole wait. */
const TIME_SCALE = 30;
/** A hanging call ends after 60 s. */
const HANG_MS = 60_000;
const SIGNUPS = "/api/agent/signups";

const cloud = await startCloud({ timeScale: TIME_SCALE });
afterEach(() => cloud.inject());

const start = (json: object, from = freshAddress()) => cloud.post(SIGNUPS, json, { from });
const statusOf = async (id: string) => (await cloud.call(`${SIGNUPS}/${id}`)).json.status;

test("a sandbox signup still makes each step once", async () => {
  await cloud.inject({ kind: "lost-answer", action: "dynamodb:TransactWriteItems", times: 1 });
  const { signup_id } = (await start({ email: freshEmail(), sandbox: true })).json;
  await eventually(async () => (await statusOf(signup_id)) === "account_opened");
});

/** When the signup reached the status, in seconds of the service's clock after its creation. */
async function openedAfter(id: string): Promise<number> {
  const { created_at } = (await cloud.call(`${SIGNUPS}/${id}`)).json;
  await eventually(async () => (await statusOf(id)) === "account_opened");
  return ((await cloud.now()) - Date.parse(created_at)) / 1000;
}

/** Waits until the signup is this old on the service's clock. */
async function ageReached(id: string, seconds: number): Promise<void> {
  const { created_at } = (await cloud.call(`${SIGNUPS}/${id}`)).json;
  await eventually(async () => (await cloud.now()) - Date.parse(created_at) > seconds * 1000);
}

const STALL_SECONDS = 150;
/** A timer that waited for durations would start its 180 s after the stall. */
const LATE_SECONDS = STALL_SECONDS + 180;

test("a stream that stalls for a while does not delay the finish", async () => {
  await cloud.inject({ kind: "error", action: "dynamodb:GetRecords" });
  const { signup_id } = (await start({ email: freshEmail(), sandbox: true })).json;
  await ageReached(signup_id, STALL_SECONDS);
  await cloud.inject();
  expect(await openedAfter(signup_id)).toBeLessThan(LATE_SECONDS);
});

test("a start whose reply is lost does not start twice", async () => {
  await cloud.clearUsage();
  await cloud.inject({ kind: "lost-answer", action: "states:StartExecution", times: 1 });
  const { signup_id } = (await start({ email: freshEmail(), sandbox: true })).json;
  await openedAfter(signup_id);
  expect((await cloud.usage())["advance-signup"]?.calls["dynamodb:UpdateItem"]).toBe(2);
});

test("a timer whose table fails is retried until it works", async () => {
  await cloud.inject({ kind: "error", action: "dynamodb:UpdateItem", caller: "advance-signup" });
  const { signup_id } = (await start({ email: freshEmail(), sandbox: true })).json;
  await ageReached(signup_id, 80);
  expect(await statusOf(signup_id)).toBe("initiated");
  await cloud.inject();
  await openedAfter(signup_id);
});

test("a tool whose store hangs gives up in time, and its error allows a retry", async () => {
  await cloud.inject({ kind: "hang", action: "dynamodb:GetItem", caller: "serve-mcp" });
  const startedAt = performance.now();
  const { isError, content } = await call(cloud, "get_signup_status", { signup_id: "svc_sgn_any" });
  expect(performance.now() - startedAt).toBeLessThan(HANG_MS / 2);
  expect([isError, content[0].text]).toEqual([true, expect.stringContaining("(service_unavailable)")]);
  // Its reply is a 200, so the alarm watches this metric.
  const counted = /"Dimensions":\[\["service","stage"\]\].*"stage":"local","ToolFaults":1/;
  await eventually(async () => counted.test(cloud.logs()));
});
