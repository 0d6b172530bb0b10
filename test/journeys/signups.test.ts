import { expect, test } from "@jest/globals";
import { freshAddress, freshEmail } from "../support/cloud/cloud.ts";
import { sharedCloud } from "../support/cloud/shared-cloud.ts";

const cloud = await sharedCloud();

const SIGNUPS = "/api/agent/signups";
const start = (json: object, from = freshAddress()) => cloud.post(SIGNUPS, json, { from });

test("a new email gets a 201 with the links and disclosures to show to the owner", async () => {
  const { status, json } = await start({ email: freshEmail() });
  expect(status).toBe(201);
  expect(json).toEqual({
    signup_id: expect.stringMatching(/^svc_sgn_[a-z0-9]+$/),
    status: "initiated",
    signup_url: `${cloud.url}/signup/${json.signup_id}`,
    status_url: `${cloud.url}/api/agent/signups/${json.signup_id}`,
    partner_id: null,
    human_action_required: expect.stringMatching(/open it personally.*confirm/),
    disclosures: expect.stringMatching(/not a bank/),
  });
});

test("an email with a signup gets a 200 with that signup unchanged, in any spelling of the email", async () => {
  const email = freshEmail();
  const first = await start({ email, name: "Ana" });
  const again = await start({
    email: ` ${email.toUpperCase()} `,
    name: "Someone else",
    platforms: ["uber"],
  });
  expect([again.status, again.json]).toEqual([200, first.json]);
});

test("the status is readable at once and has no personal data", async () => {
  const before = await cloud.now();
  const { json: signup } = await start({ email: freshEmail(), name: "Ana", agent: { name: "helper" } });
  const { status, json } = await cloud.call(new URL(signup.status_url).pathname);
  expect(status).toBe(200);
  expect(json).toEqual({
    signup_id: signup.signup_id,
    status: "initiated",
    partner_id: null,
    created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
  });
  expect(Date.parse(json.created_at)).toBeGreaterThanOrEqual(before);
  expect(Date.parse(json.created_at)).toBeLessThanOrEqual(await cloud.now());
});

test.each(["svc_sgn_00000000000000000000000000", "svc_test_0", "svc_other_1", "nothing", "%F0%9F%92%A9"])(
  "the unknown id %s gets a 404",
  async (id) => {
    const { status, json } = await cloud.call(`${SIGNUPS}/${id}`);
    expect([status, json.error.code, json.error.param]).toEqual([404, "resource_missing", "signup_id"]);
  },
);

test.each(["nobody-at-all", "Not A Slug", "ab", "long".repeat(11)])(
  "the unknown slug %p gets a 400, so attribution is never lost silently",
  async (partner_id) => {
    const email = freshEmail();
    const { status, json } = await start({ email, partner_id });
    expect([status, json.error.code, json.error.param]).toEqual([400, "partner_unknown", "partner_id"]);
    expect((await start({ email })).status).toBe(201);
  },
);

test("a sandbox slug gets a 400 for a live signup, and sandbox signups accept any slug", async () => {
  const live = await start({ email: freshEmail(), partner_id: "test-acme" });
  expect([live.status, live.json.error?.code]).toEqual([400, "partner_unknown"]);
  const sandbox = await start({ email: freshEmail(), partner_id: "test-acme", sandbox: true });
  expect([sandbox.status, sandbox.json.partner_id]).toEqual([201, "test-acme"]);
});

const register = (json: object) => cloud.post("/api/agent/partners", json, { from: freshAddress() });

test("a sandbox registration returns a test slug and stores nothing", async () => {
  const { status, json } = await register({ company: "Acme Fleet", email: freshEmail(), sandbox: true });
  expect([status, json.partner_id]).toEqual([201, "test-acme-fleet"]);
  await cloud.clearUsage();
  await register({ company: "Acme Fleet", email: freshEmail(), sandbox: true });
  expect((await cloud.usage())["register-partner"]?.calls).toEqual({ "dynamodb:UpdateItem": 1 });
});
