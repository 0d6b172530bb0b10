import { expect, test } from "@jest/globals";
import { freshAddress, freshEmail } from "../support/cloud/cloud.ts";
import { sharedCloud } from "../support/cloud/shared-cloud.ts";

const cloud = await sharedCloud();
// Transitions of other suites' signups would add to the counts.
await cloud.advance("3m");

const startSandboxSignup = async (json: object = {}) =>
  (
    await cloud.post(
      "/api/agent/signups",
      { email: freshEmail(), sandbox: true, ...json },
      { from: freshAddress() },
    )
  ).json;

const read = async (id: string) => (await cloud.call(`/api/agent/signups/${id}`)).json;

const statusOf = async (id: string) => (await read(id)).status;

test("a signup becomes waitlist_joined after 60 s and account_opened after 180 s without a request", async () => {
  const { signup_id, status } = await startSandboxSignup();
  expect([signup_id, status]).toEqual([expect.stringMatching(/^svc_test_/), "initiated"]);
  const created = Date.parse((await read(signup_id)).created_at);
  for (const [seconds, expected] of [
    // A busy machine may lose seconds before it reads.
    [45, "initiated"],
    [60, "waitlist_joined"],
    [165, "waitlist_joined"],
    [180, "account_opened"],
  ] as const) {
    await cloud.advanceTo(created + seconds * 1000);
    expect([seconds, await statusOf(signup_id)]).toEqual([seconds, expected]);
  }
});

test("each call with the same email creates a new signup and does not affect a live one", async () => {
  const email = freshEmail();
  const [first, second] = [await startSandboxSignup({ email }), await startSandboxSignup({ email })];
  expect(first.signup_id).not.toBe(second.signup_id);
  const live = await cloud.post("/api/agent/signups", { email }, { from: freshAddress() });
  expect([live.status, live.json.signup_id]).toEqual([201, expect.stringMatching(/^svc_sgn_/)]);
  await cloud.advance("3m");
  for (const { signup_id } of [first, second]) expect(await statusOf(signup_id)).toBe("account_opened");
  // The sandbox signups do not move the live one.
  expect(await statusOf(live.json.signup_id)).toBe("initiated");
});
