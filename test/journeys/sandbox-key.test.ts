import { beforeAll, describe, expect, test } from "@jest/globals";
import type { Call } from "../../infra/local/test/support/http.ts";
import { eventually } from "../../infra/local/test/support/eventually.ts";
import { missingFrom, openForm, postForm } from "../support/cloud/browserless.ts";
import { freshAddress } from "../support/cloud/cloud.ts";
import { mailsTo } from "../support/cloud/mailbox.ts";
import { sharedCloud } from "../support/cloud/shared-cloud.ts";
import { DashboardVisitor, keyIn } from "../support/dashboard/dashboard.ts";
import { pageOf } from "../support/page.ts";
import { newPartner } from "../support/partner/platform.ts";

/** What `infra/operations/COSTS.md` prices. */
const MAX_UNITS = 34;
const PAGE = "/developers/sign-in/sandbox-key";
const CALL = "/api/agent/sandbox_keys";

const cloud = await sharedCloud();

/** Sends the form of a new page, and follows it to the page that shows the key. */
async function askFor(call: Call) {
  const reply = await postForm(cloud, PAGE, {}, call);
  return reply.status === 303 ? cloud.call(reply.headers.location ?? "", call) : reply;
}

const withKey = (key: string) => ({ headers: { authorization: `Bearer ${key}` } });

/** What the tests leave for the day after. */
const dayLater = { reader: "", kept: "", testKey: "", paid: "" };

test("a reader gets a key that works in the sandbox", async () => {
  const page = await askFor({ from: freshAddress() });
  expect([page.status, page.headers["cache-control"]]).toEqual([200, "no-store"]);
  const key = keyIn(page);
  const json = { email: "ana@example.com", first_name: "Ana", last_name: "Ng" };
  const { status: code, json: driver } = await cloud.call("/v1/drivers", { json, ...withKey(key) });
  expect(code).toBe(201);
  const payout = { driver_id: driver.id, amount: 1_000, currency: "usd" };
  expect((await cloud.call("/v1/payments/payout", { json: payout, ...withKey(key) })).status).toBe(201);
  dayLater.reader = key;
});

test("a key is shown once, and a form that is sent again makes no second one", async () => {
  const call = { from: freshAddress() };
  const form = await openForm(cloud, PAGE, call);
  const [first, again] = [await form.post(), await form.post()];
  const view = first.headers.location ?? "";
  expect([first.status, again.headers.location]).toEqual([303, view]);
  expect(keyIn(await cloud.call(view, call))).not.toBe("");
  expect(await cloud.call(view, call)).toMatchObject({ status: 410 });
});

test("a program gets by one call what the form gives, within the same limits of its address", async () => {
  const from = freshAddress();
  const foreign = { headers: { origin: "https://evil.example" }, method: "POST", from };
  const refused = [await cloud.call(CALL, foreign), await cloud.post(CALL, { scopes: [] }, { from })];
  const codes = refused.map(({ json }) => json.error.code);
  expect(codes).toEqual(["origin_not_allowed", "parameter_unknown"]);
  const { status, headers } = await cloud.post(CALL, {}, { from });
  expect([status, headers["cache-control"]]).toEqual([201, "no-store"]);
  expect((await askFor({ from })).status).toBe(200);
  expect((await cloud.call(CALL, { method: "POST", from })).status).toBe(201);
  expect((await askFor({ from })).status).toBe(429);
  expect((await cloud.post(CALL, {}, { from })).json.error.message).toMatch(
    /limit of 3 requests per day\. Try again in 24 hours\.$/,
  );
});

test("a new sandbox has a driver with a bank account and earnings, whose ids come with the key", async () => {
  const { json: created } = await cloud.post(CALL, {}, { from: freshAddress() });
  const { driver_id: id, bank_account_id: BANK_ACCOUNT_ID } = created;
  const call = withKey(created.key);
  const read = async (path: string) => (await cloud.call(path, call)).json;
  const driver = await read(`/v1/drivers/${id}`);
  const banked = { bank_accounts: [{ id: BANK_ACCOUNT_ID }], default_bank_account_id: BANK_ACCOUNT_ID };
  expect(driver).toMatchObject({ ...banked, platforms_connected: ["doordash"], lifetime_payouts: 0 });
  // The thirty days of a January have days of the year before.
  const { total_earnings } = await read(`/v1/earnings/${id}?period=year`);
  expect(total_earnings).toBeLessThanOrEqual(driver.lifetime_earnings);
  expect(driver.lifetime_earnings).toBeGreaterThan(10_000);
  const lists = ["account", `earnings/${id}/connections`, "drivers", "events"].map((at) => read(`/v1/${at}`));
  expect(await Promise.all(lists)).toMatchObject([
    { livemode: false },
    { data: [{ platform: "doordash", status: "connected" }] },
    { total_count: 1, data: [{ id }] },
    { data: [{ type: "driver.created" }] },
  ]);
  // The sandbox's objects are like any others: they change, disconnect and go.
  const patch = { method: "PATCH", json: { first_name: "Bo" }, ...call };
  expect((await cloud.call(`/v1/drivers/${id}`, patch)).status).toBe(200);
  for (const path of [`/v1/earnings/${id}/connections/doordash`, `/v1/drivers/${id}`])
    expect((await cloud.call(path, { method: "DELETE", ...call })).status).toBe(200);
});

describe("a sandbox is kept at registration", () => {
  const sandbox = async () => {
    const page = await askFor({ from: freshAddress() });
    return { key: keyIn(page), id: JSON.parse(pageOf(page).data("ids") ?? "{}").DRIVER_ID };
  };

  test("by who has its key: the account, its data and its key stay, and the walks over all accounts read it", async () => {
    const { key, id } = await sandbox();
    const payout = { driver_id: id, amount: 1_000, currency: "usd" };
    const { json: paid } = await cloud.call("/v1/payments/payout", { json: payout, ...withKey(key) });
    const visitor = await new DashboardVisitor(cloud).signIn("Acme Sandbox", { sandbox_key: ` ${key} ` });
    expect((await visitor.call(`/developers/payouts/test/${paid.id}`)).text).toContain(paid.id);
    expect((await visitor.call("/developers/keys/test")).text).toContain(`…${key.slice(-4)}`);
    expect((await visitor.call("/developers/account/test/activity")).text).toContain("Keep the sandbox");
    expect((await cloud.call("/v1/drivers", withKey(key))).headers["x-ratelimit-limit"]).toBe("30");

    const fields = { name: "Server", access: "all" };
    const testKey = keyIn(
      await visitor.post("/developers/keys/test", "/developers/keys/test/create", fields),
    );
    Object.assign(dayLater, { kept: key, testKey, paid: paid.id });
  });

  test("once: of two who asked with one key, the second one gets an empty account, and no other asks", async () => {
    const { key, id } = await sandbox();
    const visitor = () => new DashboardVisitor(cloud);
    const [ana, bo, cy] = [visitor(), visitor(), visitor()];
    const ask = (who: DashboardVisitor) => who.askForLink("Acme Twice", { sandbox_key: key });
    const [first, second] = [await ask(ana), await ask(bo)];
    await Promise.all([ana.openLink(first), bo.openLink(second)]);
    const seen = await Promise.all(
      [ana, bo].map(async (who) => (await who.call("/developers/drivers/test")).text.includes(id ?? "?")),
    );
    expect(seen.sort()).toEqual([false, true]);
    const refused = await cy.post("/developers", "/developers/sign-in/register", {
      company: "Acme Three",
      email: cy.email,
      sandbox_key: key,
    });
    expect(refused.status).toBe(400);
    expect(refused.text).toContain("belongs to an account already");
    // The mistake keeps what was typed, but for the key.
    expect(refused.text).toContain("Acme Three");
    expect(refused.text).not.toContain(key);
  });
});

describe("without JavaScript, the form of an operation gets a key and shows the reply", () => {
  const TRY = "/developers/sign-in/try";
  const send = (visitor: DashboardVisitor, method: string, path: string, fields = {}, headers = OURS) =>
    visitor.submit(TRY, { "try-method": method, "try-path": path, ...fields }, headers);
  const OURS: Record<string, string> = { "sec-fetch-site": "same-origin" };

  test("and the next form knows the ids of the replies before it", async () => {
    const visitor = new DashboardVisitor(cloud);
    const body = JSON.stringify({ driver_id: "DRIVER_ID", amount: 1_000, currency: "usd" });
    const paid = await send(visitor, "POST", "/v1/payments/payout", { body });
    expect(pageOf(paid).text).toContain("201 Created");
    const { id } = JSON.parse(pageOf(paid).codes.find((code) => code.startsWith("{")) ?? "{}");
    const sample = pageOf(await send(visitor, "GET", "/v1/payments/{id}", { id: "PAYOUT_ID" })).text;
    expect(missingFrom(sample, `GET /v1/payments/${id}`, "200 OK")).toEqual([]);
    const listed = await send(visitor, "GET", "/v1/drivers", { limit: "1", email: "" });
    expect(pageOf(listed).text).toContain("GET /v1/drivers?limit=1");
    const unknown = await send(visitor, "GET", "/v1/drivers/{id}", { id: "drv_1" });
    expect(pageOf(unknown).text).toContain("404");
    const key = pageOf(await visitor.call("/developers"))
      .form("Create account")
      .value("sandbox_key");
    expect((await cloud.call(`/v1/payments/${id}`, withKey(key))).status).toBe(200);
  });

  test("but not from another site, and to no path of another API or address", async () => {
    for (const [headers, path, status] of [
      [{ "sec-fetch-site": "cross-site" }, "/v1/drivers", 403],
      [{}, "/v1/drivers", 403],
      [OURS, "/api/agent/product", 400],
      [OURS, "/v1/../api/waitlist", 400],
      [OURS, "/v1/{a}/api/waitlist", 400],
      [OURS, "https://example.com/v1/drivers", 400],
      [OURS, "//example.com/v1/drivers", 400],
    ] as [Record<string, string>, string, number][]) {
      const refused = await send(new DashboardVisitor(cloud), "GET", path, { a: ".." }, headers);
      expect([path, refused.status]).toEqual([path, status]);
    }
  });

  test("and never with a key that is not of the docs", async () => {
    const visitor = new DashboardVisitor(cloud);
    const { key } = await newPartner(cloud);
    const cookie = Buffer.from(JSON.stringify({ key, ids: {} })).toString("base64url");
    const headers = { ...OURS, cookie: `docs=${cookie}` };
    await visitor.submit(TRY, { "try-method": "GET", "try-path": "/v1/account" }, headers);
    expect(visitor.cookie).toContain("docs=");
    expect(visitor.cookie).not.toContain(cookie);
  });
});

test("a key costs eight calls, and leaves a record of its account", async () => {
  await cloud.clearUsage();
  await askFor({ from: freshAddress() });
  const { "developer-sign-in": use } = await cloud.usage();
  expect(use).toMatchObject({
    calls: {
      "dynamodb:UpdateItem": 3,
      "dynamodb:TransactWriteItems": 1,
      "dynamodb:PutItem": 2,
      "dynamodb:GetItem": 1,
      "dynamodb:DeleteItem": 1,
    },
    readUnits: 1,
  });
  // An earnings month of more than a kilobyte is one more.
  expect(use?.writeUnits).toBeLessThanOrEqual(MAX_UNITS);
});

describe("a day later", () => {
  beforeAll(() => cloud.advance("27h"));

  test("a key has ended, and its error says where to get another one", async () => {
    const { status, json } = await cloud.call("/v1/drivers", withKey(dayLater.reader));
    expect([status, json.error.code]).toEqual([401, "api_key_revoked"]);
    expect(json.error.message).toMatch(
      /^The API key has expired\. .* get a new sandbox key in the documentation\.$/,
    );
  });

  test("a kept sandbox's key has ended too, and its account continues", async () => {
    const { kept, testKey, paid } = dayLater;
    expect((await cloud.call("/v1/drivers", withKey(kept))).status).toBe(401);
    expect((await cloud.call(`/v1/payments/${paid}`, withKey(testKey))).json.status).toBe("completed");
    const { json: settlements } = await cloud.call("/v1/settlements", withKey(testKey));
    expect(settlements.data.length).toBeGreaterThan(0);
  });

  test("no sandbox is kept by an expired or mistyped key, or by another company's", async () => {
    const { reader } = dayLater;
    for (const sandbox_key of [`${reader.slice(0, -1)}!`, (await newPartner(cloud)).key, reader]) {
      const visitor = new DashboardVisitor(cloud);
      const fields = { company: "Acme", email: visitor.email, sandbox_key };
      const { status, text } = await visitor.post("/developers", "/developers/sign-in/register", fields);
      expect([status, text.includes("This sandbox key has expired")]).toEqual([400, true]);
    }
  });
});

test("a company that asks for samples begins with drivers, payouts and an endpoint, and gets no email", async () => {
  const ana = await new DashboardVisitor(cloud).signIn("Sampled", { sample: "yes" });
  const show = async (path: string) => pageOf(await ana.call(`/developers/${path}`));
  const rowsOf = async (path: string) => (await show(path)).rows.length;
  await eventually(async () => (await show("payouts/test/batches")).text.includes("2 rejected"));
  const endpoint = `webhooks/test/${(await show("webhooks/test")).id("wh")}`;
  const lists = ["drivers/test", "payouts/test", "payouts/test?status=failed", endpoint];
  expect(await Promise.all(lists.map(rowsOf))).toEqual([3, 7, 1, 3]);
  expect((await show(endpoint)).fact("At the first attempt").text).toContain("67%");
  expect(await rowsOf("drivers/test/earnings")).toBeGreaterThan(2);
  const { text: home } = await show("home/test");
  const todo = ["1 payout failed", "2 payouts of a batch rejected", "Receive a webhook"];
  expect(missingFrom(home, ...todo)).toEqual([]);
  expect(home).not.toContain("receiver.example");
  expect(await mailsTo(cloud, ana.email)).toHaveLength(1);
});
