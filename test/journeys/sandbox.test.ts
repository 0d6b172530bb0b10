import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { endClouds } from "../../infra/local/test/support/cloud-process.ts";
import { eventually } from "../../infra/local/test/support/eventually.ts";
import { type Cloud, freshAddress, freshEmail } from "../support/cloud/cloud.ts";
import { FAST_CLOCK, sharedCloud } from "../support/cloud/shared-cloud.ts";

let cloud: Cloud;
beforeAll(async () => {
  cloud = await sharedCloud(FAST_CLOCK);
});
afterAll(endClouds);

const rehearse = async (json: object = {}) =>
  (
    await cloud.post(
      "/api/agent/signups",
      { email: freshEmail(), sandbox: true, ...json },
      { from: freshAddress() },
    )
  ).json;

const read = async (id: string) => (await cloud.call(`/api/agent/signups/${id}`)).json;

/** Polls until the status is reached: how long after the signup's creation that was seen, in its own seconds. */
async function reached(id: string, status: string): Promise<number> {
  const signup = await eventually(async () => {
    const found = await read(id);
    return found.status === status && found;
  });
  return ((await cloud.now()) - Date.parse(signup.created_at)) / 1000;
}

describe("a sandbox signup", () => {
  test("joins the waitlist 60 s after its creation and opens its account 180 s after it, by itself", async () => {
    const { signup_id, status } = await rehearse();
    expect([signup_id, status]).toEqual([expect.stringMatching(/^svc_test_/), "initiated"]);

    // A busy machine adds real time, which is much longer here: how punctual it is in real time, the slow test says.
    const slack = 10 * FAST_CLOCK;
    const joined = await reached(signup_id, "waitlist_joined");
    expect(joined).toBeGreaterThanOrEqual(59);
    expect(joined).toBeLessThanOrEqual(62 + slack);
    const opened = await reached(signup_id, "account_opened");
    expect(opened).toBeGreaterThanOrEqual(179);
    expect(opened).toBeLessThanOrEqual(182 + slack);
  });

  test("is new at every call: the sandbox does not replay", async () => {
    const email = freshEmail();
    const [first, second] = [await rehearse({ email }), await rehearse({ email })];
    expect(first.signup_id).not.toBe(second.signup_id);
    const live = await cloud.post("/api/agent/signups", { email }, { from: freshAddress() });
    expect([live.status, live.json.signup_id]).toEqual([201, expect.stringMatching(/^svc_sgn_/)]);
    for (const { signup_id } of [first, second]) await reached(signup_id, "account_opened");
    // Nor does it make a live one move.
    expect((await read(live.json.signup_id)).status).toBe("initiated");
  });

  test("moves exactly once a step, each time it is asked of twenty at once", async () => {
    await cloud.clearUsage();
    const signups = await Promise.all(Array.from({ length: 20 }, () => rehearse()));
    for (const { signup_id } of signups) await reached(signup_id, "account_opened");
    const { "advance-signup": timer, "relay-outbox": relay } = await cloud.usage();
    expect(timer?.calls["dynamodb:UpdateItem"]).toBe(40);
    expect(relay?.calls["states:StartExecution"]).toBe(20);
  });

  test("has a page that says what it is", async () => {
    const { signup_url } = await rehearse();
    const page = await cloud.call(new URL(signup_url).pathname);
    expect([page.status, page.text]).toEqual([200, expect.stringContaining("sandbox signup")]);
  });
});
