import { afterEach, describe, expect, test } from "@jest/globals";
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

test("200 concurrent requests for one email still make one signup, and none fails", async () => {
  await cloud.inject({ kind: "conflict", action: "dynamodb:TransactWriteItems", share: 0.3 });
  const email = freshEmail();
  const addresses = Array.from({ length: 40 }, freshAddress);
  const replies = await Promise.all(
    Array.from({ length: 200 }, (_, i) => start({ email }, addresses[i % 40])),
  );
  const count = (status: number) => replies.filter((reply) => reply.status === status).length;
  // All six attempts conflict with a chance of 0.3^6, so one call in 1,400 returns a 503, which may be
  // retried.
  expect(count(201)).toBe(1);
  expect(count(200) + count(503)).toBe(199);
  expect(count(503)).toBeLessThanOrEqual(3);
  const ids = new Set(replies.filter(({ status }) => status < 300).map(({ json }) => json.signup_id));
  expect(ids.size).toBe(1);
});

test("while every transaction conflicts, the reply is a 503, and a later retry works", async () => {
  await cloud.inject({ kind: "conflict", action: "dynamodb:TransactWriteItems" });
  const email = freshEmail();
  const refused = await start({ email });
  expect([refused.status, refused.json.error.code]).toEqual([503, "service_unavailable"]);
  await cloud.inject();
  expect((await start({ email })).status).toBe(201);
});

test("a start whose write succeeds but whose reply is lost returns a 201 and creates one signup", async () => {
  await cloud.inject({ kind: "lost-answer", action: "dynamodb:TransactWriteItems", times: 1 });
  const email = freshEmail();
  const first = await start({ email });
  expect(first.status).toBe(201);
  const again = await start({ email });
  expect([again.status, again.json.signup_id]).toEqual([200, first.json.signup_id]);
});

test("a sandbox signup still makes each step once", async () => {
  await cloud.inject({ kind: "lost-answer", action: "dynamodb:TransactWriteItems", times: 1 });
  const { signup_id } = (await start({ email: freshEmail(), sandbox: true })).json;
  await eventually(async () => (await statusOf(signup_id)) === "account_opened");
});

describe("when the table is slow or down", () => {
  test("a rate limiter without a timely reply refuses writes with a 503 long before the call ends, and stores nothing", async () => {
    const email = freshEmail();
    await start({ email: freshEmail() });
    await cloud.inject({ kind: "hang", action: "dynamodb:UpdateItem" });
    const startedAt = performance.now();
    const { status, json } = await start({ email });
    expect([status, json.error.code]).toEqual([503, "service_unavailable"]);
    expect(performance.now() - startedAt).toBeLessThan(HANG_MS / 2);
    await cloud.inject();
    expect((await start({ email })).status).toBe(201);
  });

  test.each(["throttle", "error"] as const)(
    "%s on every call returns a 503 without a stack trace",
    async (kind) => {
      await cloud.inject({ kind });
      const { status, json, text } = await cloud.call(`${SIGNUPS}/svc_sgn_none`);
      expect([status, json.error.code]).toEqual([503, "service_unavailable"]);
      expect(text).not.toMatch(/\\n\s+at |Error:|injected/i);
    },
  );

  test("one throttled call is retried, and the caller sees no fault", async () => {
    await cloud.inject({ kind: "throttle", action: "dynamodb:GetItem", times: 1 });
    expect((await cloud.call(`${SIGNUPS}/svc_sgn_none`)).status).toBe(404);
  });
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

test("a start that is refused for a while does not delay the finish, and starts once", async () => {
  await cloud.clearUsage();
  await cloud.inject({ kind: "throttle", action: "states:StartExecution" });
  const { signup_id } = (await start({ email: freshEmail(), sandbox: true })).json;
  await ageReached(signup_id, STALL_SECONDS);
  await cloud.inject();
  expect(await openedAfter(signup_id)).toBeLessThan(LATE_SECONDS);
  expect((await cloud.usage())["advance-signup"]?.calls["dynamodb:UpdateItem"]).toBe(2);
});

test("a start whose reply is lost does not start twice", async () => {
  await cloud.clearUsage();
  await cloud.inject({ kind: "lost-answer", action: "states:StartExecution", times: 1 });
  const { signup_id } = (await start({ email: freshEmail(), sandbox: true })).json;
  await openedAfter(signup_id);
  expect((await cloud.usage())["advance-signup"]?.calls["dynamodb:UpdateItem"]).toBe(2);
});

test("a stream that starts after all steps were due catches up, step by step", async () => {
  await cloud.inject({ kind: "error", action: "dynamodb:GetRecords" });
  const { signup_id } = (await start({ email: freshEmail(), sandbox: true })).json;
  await ageReached(signup_id, 190);
  expect(await statusOf(signup_id)).toBe("initiated");
  await cloud.inject();
  await openedAfter(signup_id);
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
