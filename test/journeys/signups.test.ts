import { expect, test } from "@jest/globals";
import type { Call } from "../../infra/local/test/support/http.ts";
import { freshAddress, freshEmail } from "../support/cloud/cloud.ts";
import { sharedCloud } from "../support/cloud/shared-cloud.ts";
import { pageOf } from "../support/page.ts";
import { errorOf, newCompany } from "../support/partner/platform.ts";
import { SIGNUPS } from "../support/partner/signup.ts";

const cloud = await sharedCloud();
// Transitions of other suites' signups would add to the counts.
await cloud.advance("3m");

const start = (json: object) => cloud.post(SIGNUPS, json, { from: freshAddress() });
const sandbox = async (json: object = {}) =>
  (await start({ email: freshEmail(), sandbox: true, ...json })).json;
const read = async (id: string) => (await cloud.call(`${SIGNUPS}/${id}`)).json;
const UNKNOWN = "svc_sgn_00000000000000000000000000";

test("a new email gets a 201 with what the owner needs, and a status without personal data", async () => {
  const email = freshEmail();
  const before = await cloud.now();
  const { status, json } = await start({ email, name: "Ana", agent: { name: "helper" } });
  expect([status, json]).toEqual([
    201,
    {
      signup_id: expect.stringMatching(/^svc_sgn_[a-z0-9]+$/),
      status: "initiated",
      signup_url: `${cloud.url}/signup/${json.signup_id}`,
      status_url: `${cloud.url}${SIGNUPS}/${json.signup_id}`,
      partner_id: null,
      human_action_required: expect.stringMatching(/must open signup_url to confirm/),
      disclosures: expect.stringMatching(/not a bank/),
    },
  ]);
  const { created_at, ...shown } = await read(json.signup_id);
  expect(shown).toEqual({ signup_id: json.signup_id, status: "initiated", partner_id: null });
  expect(Date.parse(created_at)).toBeGreaterThanOrEqual(before);
  const again = await start({ email: ` ${email.toUpperCase()} `, name: "Someone else", platforms: ["uber"] });
  expect([again.status, again.json]).toEqual([200, json]);
});

test.each([UNKNOWN, "svc_test_0", "%F0%9F%92%A9"])("the unknown id %s gets a 404", async (id) => {
  const reply = await cloud.call(`${SIGNUPS}/${id}`);
  expect(errorOf(reply)).toEqual([404, "resource_missing", "signup_id"]);
});

test("an unknown or sandbox slug gets a 400 for a live signup, and a sandbox signup takes any slug", async () => {
  const email = freshEmail();
  for (const partner_id of ["nobody-at-all", "Not A Slug", "test-acme"])
    expect(errorOf(await start({ email, partner_id }))).toEqual([400, "partner_unknown", "partner_id"]);
  expect((await start({ email })).status).toBe(201);
  expect((await sandbox({ partner_id: "test-acme" })).partner_id).toBe("test-acme");
});

test("a sandbox signup moves after 60 s and 180 s without a request, and each call makes a new one", async () => {
  const email = freshEmail();
  const [first, second] = [await sandbox({ email }), await sandbox({ email })];
  expect(first.signup_id).toMatch(/^svc_test_/);
  expect(first.signup_id).not.toBe(second.signup_id);
  const live = await start({ email });
  expect(live.status).toBe(201);
  const created = Date.parse((await read(second.signup_id)).created_at);
  for (const [seconds, expected] of [
    // A busy machine may lose seconds before it reads.
    [45, "initiated"],
    [60, "waitlist_joined"],
    [165, "waitlist_joined"],
    [180, "account_opened"],
  ] as const) {
    await cloud.advanceTo(created + seconds * 1000);
    expect([seconds, (await read(second.signup_id)).status]).toEqual([seconds, expected]);
  }
  expect((await read(live.json.signup_id)).status).toBe("initiated");
});

test("a sandbox registration returns a test slug and stores nothing", async () => {
  const register = () =>
    cloud.post(
      "/api/agent/partners",
      { company: "Acme Fleet", email: freshEmail(), sandbox: true },
      { from: freshAddress() },
    );
  const { status, json } = await register();
  expect([status, json.partner_id]).toEqual([201, "test-acme-fleet"]);
  await cloud.clearUsage();
  await register();
  expect((await cloud.usage())["register-partner"]?.calls).toEqual({ "dynamodb:UpdateItem": 1 });
});

test("a partner's status is open to read, and nothing else of it, until a caller has tried too many slugs", async () => {
  const status = (slug: string, from = freshAddress()) => cloud.call(`/api/agent/partners/${slug}`, { from });
  const partner_id = await newCompany(cloud, { website: "https://acme.example" });
  const created_at = expect.any(String);
  const { json } = await status(partner_id);
  expect(json).toEqual({ partner_id, status: "pending_review", created_at });
  for (const [command, next] of [
    ["approve-partner", "approved"],
    ["refuse-partner", "refused"],
  ] as const) {
    expect(await cloud.command(command, { partner_id })).toMatchObject({ ok: true });
    // A status is kept for a minute.
    await cloud.advance("2m");
    expect((await status(partner_id)).json).toEqual({ ...json, status: next });
  }
  expect((await status("test-acme")).json).toMatchObject({ status: "pending_review", created_at: null });
  for (const slug of ["unknown-fleet", "NOT_A_SLUG"])
    expect(errorOf(await status(slug))).toEqual([404, "resource_missing", "partner_id"]);
  const from = freshAddress();
  const statuses = new Set<number>();
  for (let i = 0; i < 40 && !statuses.has(429); i++) statuses.add((await status(`guess-${i}`, from)).status);
  expect([...statuses]).toEqual([404, 429]);
});

const join = (call: Call) => cloud.call("/api/waitlist", { method: "POST", from: freshAddress(), ...call });
const form = (fields: Record<string, string>): Call => ({
  body: new URLSearchParams(fields).toString(),
  headers: { "content-type": "application/x-www-form-urlencoded" },
});

test("the waitlist answers a known email like a new one, and leads a form to its thanks", async () => {
  const json = { email: freshEmail(), name: "Ana", platforms: "DoorDash and Uber" };
  for (const reply of [await join({ json }), await join({ json })])
    expect([reply.status, reply.json]).toEqual([200, { ok: true }]);
  const { status, headers } = await join(form({ email: freshEmail(), name: "", platforms: "" }));
  expect([status, headers.location]).toEqual([303, "/waitlist/thanks"]);
  expect((await cloud.call("/waitlist/thanks")).text).toContain("You're on the list");
});

test("an error of no single field of the waitlist's form gets a page with its message", async () => {
  const unknown = await join(form({ email: freshEmail(), foo: "1" }));
  expect(pageOf(unknown).items).toContainEqual(expect.stringContaining("This operation does not take foo"));
  const large = await join(form({ email: freshEmail(), name: "x".repeat(70_000) }));
  expect([large.status, large.text]).toEqual([413, expect.stringContaining("maximum of 64 KiB")]);
  await cloud.inject({ kind: "error", action: "dynamodb:TransactWriteItems" });
  const failed = await join(form({ email: freshEmail() }));
  await cloud.inject();
  expect([failed.status >= 500, failed.text]).toEqual([
    true,
    expect.stringContaining("Something went wrong"),
  ]);
});
