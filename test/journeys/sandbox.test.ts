import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { endClouds } from "../../infra/local/test/support/cloud-process.ts";
import { eventually } from "../../infra/local/test/support/eventually.ts";
import { type Cloud, freshAddress, freshEmail, startCloud } from "../support/cloud/cloud.ts";
import { FAST_CLOCK } from "../support/cloud/shared-cloud.ts";

/** Its own, because signups of other suites would add to the counts of transitions. */
let cloud: Cloud;
beforeAll(async () => {
  cloud = await startCloud({ timeScale: FAST_CLOCK });
});
afterAll(endClouds);

const startSandboxSignup = async (json: object = {}) =>
  (
    await cloud.post(
      "/api/agent/signups",
      { email: freshEmail(), sandbox: true, ...json },
      { from: freshAddress() },
    )
  ).json;

const read = async (id: string) => (await cloud.call(`/api/agent/signups/${id}`)).json;

/** Polls until the signup has the status. Returns the seconds since its creation, on the service's clock. */
async function secondsUntil(id: string, status: string): Promise<number> {
  const signup = await eventually(async () => {
    const found = await read(id);
    return found.status === status && found;
  });
  return ((await cloud.now()) - Date.parse(signup.created_at)) / 1000;
}

describe("sandbox signups", () => {
  test("a signup becomes waitlist_joined after 60 s and account_opened after 180 s without a request", async () => {
    // waitlist_joined lasts a second on this clock, so a fault keeps the timer from the next transition.
    const next = { action: "dynamodb:UpdateItem", caller: "advance-signup", containing: "account_opened" };
    await cloud.inject({ kind: "throttle", ...next });
    const { signup_id, status } = await startSandboxSignup();
    expect([signup_id, status]).toEqual([expect.stringMatching(/^svc_test_/), "initiated"]);
    // A second that a busy machine loses is 120 s here. So real-time.long.ts tests that no status is late.
    expect(await secondsUntil(signup_id, "waitlist_joined")).toBeGreaterThanOrEqual(59);
    await cloud.inject();
    expect(await secondsUntil(signup_id, "account_opened")).toBeGreaterThanOrEqual(179);
  });

  test("each call with the same email creates a new signup and does not affect a live one", async () => {
    const email = freshEmail();
    const [first, second] = [await startSandboxSignup({ email }), await startSandboxSignup({ email })];
    expect(first.signup_id).not.toBe(second.signup_id);
    const live = await cloud.post("/api/agent/signups", { email }, { from: freshAddress() });
    expect([live.status, live.json.signup_id]).toEqual([201, expect.stringMatching(/^svc_sgn_/)]);
    for (const { signup_id } of [first, second]) await secondsUntil(signup_id, "account_opened");
    // The sandbox signups do not move the live one.
    expect((await read(live.json.signup_id)).status).toBe("initiated");
  });

  test("twenty concurrent signups make each transition exactly once", async () => {
    await cloud.clearUsage();
    const signups = await Promise.all(Array.from({ length: 20 }, () => startSandboxSignup()));
    for (const { signup_id } of signups) await secondsUntil(signup_id, "account_opened");
    const { "advance-signup": timer, "relay-outbox": relay } = await cloud.usage();
    expect(timer?.calls["dynamodb:UpdateItem"]).toBe(40);
    expect(relay?.calls["states:StartExecution"]).toBe(20);
  });

  test("the signup page says that it is a sandbox signup", async () => {
    const { signup_url } = await startSandboxSignup();
    const page = await cloud.call(new URL(signup_url).pathname);
    expect([page.status, page.text]).toEqual([200, expect.stringContaining("sandbox signup")]);
  });
});
