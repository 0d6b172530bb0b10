import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { sandboxEarnings } from "../../shared/domain/sandbox-earnings.ts";
import { openForm, postForm } from "../support/browserless.ts";
import {
  type Call,
  type Cloud,
  endClouds,
  eventually,
  freshAddress,
  freshEmail,
  type Json,
  startCloud,
} from "../support/cloud.ts";
import { newPartner as newKey } from "../support/platform.ts";
import { replyChecker } from "../support/reply-checker.ts";

const DAY_MS = 24 * 60 * 60 * 1_000;
const NOBODY = `drv_${"0".repeat(26)}`;
const RETURN = "https://app.example.com/connected?driver=42";

let cloud: Cloud;
beforeAll(async () => {
  cloud = await checkedCloud();
});
afterAll(endClouds);

async function checkedCloud(timeScale = 1): Promise<Cloud> {
  const started = await startCloud({ timeScale });
  started.check = replyChecker((await started.call("/v1/openapi.json")).json);
  return started;
}

/** A partner's side: an account of its own, so that no test uses up another's quota. */
async function newPartner(options: Parameters<typeof newKey>[1] = {}, on: Cloud = cloud) {
  const partner = await newKey(on, options);
  const call = (path: string, given?: Call) => partner.call(`/v1${path}`, given);
  const newDriver = async (): Promise<string> => (await partner.driver()).id;
  const ask = (driver: string, json: object = {}, headers = {}) =>
    call(`/earnings/${driver}/connect`, {
      json: { platform: "doordash", redirect_url: RETURN, ...json },
      headers,
    });
  const connect = async (driver: string, platform = "doordash") => {
    const { state } = (await ask(driver, { platform })).json;
    return postForm(on, `/connect/${state}`, { decision: "allow" });
  };
  const earnings = (driver: string, query = "") => call(`/earnings/${driver}${query}`);
  return { call, newDriver, ask, connect, earnings };
}

/** The 366 days that end today, as a query. */
async function lastYear(): Promise<string> {
  const now = await cloud.now();
  const [from, to] = [now - 365 * DAY_MS, now].map((ms) => new Date(ms).toISOString().slice(0, 10));
  return `?period=${from}..${to}`;
}

const refused = (code: string, param: string) => ({ error: expect.objectContaining({ code, param }) });

describe("connecting a platform", () => {
  test("leads the driver to a page, and back with the state and what they said", async () => {
    const partner = await newPartner();
    const driver = await partner.newDriver();
    const asked = await partner.ask(driver);
    expect(asked.status).toBe(201);
    const { authorization_url, state, expires_at } = asked.json;
    expect(state).toMatch(/^[\w-]{43}$/);
    expect(authorization_url).toBe(`${cloud.url}/connect/${state}`);
    const minutes = (Date.parse(expires_at) - (await cloud.now())) / 60_000;
    expect(minutes).toBeGreaterThan(14);
    expect(minutes).toBeLessThanOrEqual(15);

    const page = await cloud.call(`/connect/${state}`);
    expect(page.status).toBe(200);
    expect(page.text).toContain("Connect DoorDash?");
    expect(page.text).toContain("The app you come from");
    expect(page.text).toContain("app.example.com");
    expect(page.headers).toMatchObject({ "cache-control": "no-store", "referrer-policy": "no-referrer" });

    const back = await postForm(cloud, `/connect/${state}`, { decision: "allow" });
    expect([back.status, back.headers.location]).toEqual([303, `${RETURN}&state=${state}&status=connected`]);
    expect(back.headers["referrer-policy"]).toBe("no-referrer");

    const { platforms_connected, lifetime_earnings } = (await partner.call(`/drivers/${driver}`)).json;
    expect(platforms_connected).toEqual(["doordash"]);
    expect(lifetime_earnings).toBeGreaterThan(100_000);
  });

  test("and refusing it changes nothing", async () => {
    const partner = await newPartner();
    const driver = await partner.newDriver();
    const { state } = (await partner.ask(driver)).json;
    const form = await openForm(cloud, `/connect/${state}`);
    const back = await form.post({ decision: "refuse" });
    expect([back.status, back.headers.location]).toEqual([303, `${RETURN}&state=${state}&status=refused`]);
    expect((await partner.call(`/drivers/${driver}`)).json).toMatchObject({
      platforms_connected: [],
      lifetime_earnings: 0,
    });
    expect((await form.post({ decision: "allow" })).status).toBe(410);
    expect((await partner.earnings(driver, await lastYear())).json.total_earnings).toBe(0);
  });

  test("takes one answer, however many are given at once", async () => {
    const partner = await newPartner();
    const driver = await partner.newDriver();
    const { state } = (await partner.ask(driver)).json;
    const form = await openForm(cloud, `/connect/${state}`);
    const answers = await Promise.all(
      Array.from({ length: 16 }, (_, i) => form.post({ decision: i % 2 ? "allow" : "refuse" })),
    );
    const [first, ...rest] = answers.sort((a, b) => a.status - b.status);
    expect([first?.status, ...new Set(rest.map(({ status }) => status))]).toEqual([303, 410]);
    const said = /status=(\w+)$/.exec(String(first?.headers.location))?.[1];
    const { data } = (await partner.call(`/earnings/${driver}/connections`)).json;
    expect(data).toHaveLength(said === "connected" ? 1 : 0);

    const later = await cloud.call(`/connect/${state}`);
    expect(later.status).toBe(410);
    expect(later.text).toContain(`state=${state}&amp;status=${said}`);
  });

  test.each(["conflict", "lost-answer", "throttle"] as const)(
    "survives a %s while it is written: one connection, and nothing counted twice",
    async (kind) => {
      const partner = await newPartner();
      const driver = await partner.newDriver();
      const { state } = (await partner.ask(driver)).json;
      const form = await openForm(cloud, `/connect/${state}`);
      await cloud.inject({
        kind,
        action: "dynamodb:TransactWriteItems",
        caller: "answer-consent",
        times: 2,
      });
      const first = await form.post({ decision: "allow" });
      await cloud.inject();
      expect(first.headers.location ?? first.text).toMatch(/status=connected/);
      await form.post({ decision: "allow" });
      const { lifetime_earnings } = (await partner.call(`/drivers/${driver}`)).json;
      const { total_earnings } = (await partner.earnings(driver, await lastYear())).json;
      expect(lifetime_earnings).toBeGreaterThan(0);
      expect(total_earnings).toBe(lifetime_earnings);
      expect((await partner.call(`/earnings/${driver}/connections`)).json.total_count).toBe(1);
    },
  );

  test("takes no answer that is neither yes nor no, and none from another site's form", async () => {
    const partner = await newPartner();
    const driver = await partner.newDriver();
    const { state } = (await partner.ask(driver)).json;
    const unclear = await postForm(cloud, `/connect/${state}`, { decision: "maybe" });
    expect([unclear.status, unclear.headers.location]).toEqual([303, `/connect/${state}`]);
    const foreign = await cloud.call(`/connect/${state}`, {
      body: "decision=allow",
      headers: { "content-type": "application/x-www-form-urlencoded", "sec-fetch-site": "cross-site" },
    });
    expect(foreign.status).toBe(403);
    expect((await postForm(cloud, `/connect/${state}`, { decision: "allow" })).status).toBe(303);
  });

  test("shows the company that asks, as text, where the account is a partner's", async () => {
    const company = `Fleet & <b>Sons</b> ${freshEmail()}`;
    const { json } = await cloud.post(
      "/api/agent/partners",
      { company, email: freshEmail() },
      { from: freshAddress() },
    );
    const partner = await newPartner({ account: json.partner_id });
    const { state } = (await partner.ask(await partner.newDriver())).json;
    const { text } = await cloud.call(`/connect/${state}`);
    expect(text).toContain("Fleet &amp; &lt;b>Sons&lt;/b>");
  });

  test("is repeated by its idempotency key with the same state, byte for byte", async () => {
    const partner = await newPartner();
    const driver = await partner.newDriver();
    const headers = { "idempotency-key": "connect-1" };
    const first = await partner.ask(driver, {}, headers);
    const second = await partner.ask(driver, {}, headers);
    expect([second.status, second.text]).toEqual([201, first.text]);
    expect(second.headers["idempotent-replayed"]).toBe("true");
    const other = await partner.ask(driver, { platform: "uber" }, headers);
    expect([other.status, other.json.error.code]).toEqual([409, "idempotency_key_reused"]);
    const another = await partner.ask(await partner.newDriver(), {}, headers);
    expect(another.json.error.code).toBe("idempotency_key_reused");
  });

  test.each([
    ["an unknown platform", { platform: "myspace" }, "parameter_invalid", "platform"],
    ["a property every object has", { platform: "constructor" }, "parameter_invalid", "platform"],
    ["no slug", { platform: "Door Dash" }, "parameter_invalid", "platform"],
    ["plain http", { redirect_url: "http://app.example.com" }, "url_invalid", "redirect_url"],
    ["no address", { redirect_url: "app" }, "url_invalid", "redirect_url"],
    [
      "a long address",
      { redirect_url: `https://a.example/${"a".repeat(2_000)}` },
      "parameter_invalid",
      "redirect_url",
    ],
    ["an unknown field", { state: "mine" }, "parameter_unknown", "state"],
  ])("is refused for %s", async (_, json, code, param) => {
    const partner = await newPartner();
    const reply = await partner.ask(await partner.newDriver(), json);
    expect([reply.status, reply.json]).toEqual([400, refused(code, param)]);
  });

  test("is not there in live mode yet", async () => {
    const account = freshEmail();
    await newPartner({ account });
    await cloud.command("verify-account", { account });
    const partner = await newPartner({ live: true, account });
    const driver = await partner.newDriver();
    const reply = await partner.ask(driver);
    expect([reply.status, reply.json.error.code]).toEqual([503, "service_unavailable"]);
    expect((await partner.earnings(driver)).json).toMatchObject({ total_earnings: 0, platforms: {} });
  });
});

test.each(["nothing", "%00", "..%5c..%5chealth", "a".repeat(43), "%3Cscript%3E"])(
  "the state %p leads to a friendly page that says nothing",
  async (state) => {
    const page = await cloud.call(`/connect/${state}`);
    expect(page.status).toBe(404);
    expect(page.text).toContain("This link does not work");
    const posted = await postFormWithToken(state);
    expect([posted.status, posted.text.includes("This link does not work")]).toEqual([404, true]);
  },
);

/** With a token that any page of ours gives away, as an attacker has one. */
async function postFormWithToken(state: string) {
  const partner = await newPartner();
  const own = (await partner.ask(await partner.newDriver())).json.state;
  return (await openForm(cloud, `/connect/${own}`)).post({ decision: "allow" }, `/connect/${state}`);
}

test("a state is worth nothing after a quarter of an hour", async () => {
  const fast = await checkedCloud(200);
  const partner = await newPartner({}, fast);
  const driver = await partner.newDriver();
  const { state, expires_at } = (await partner.ask(driver)).json;
  const form = await openForm(fast, `/connect/${state}`);
  await eventually(async () => (await fast.now()) >= Date.parse(expires_at), 30_000);
  expect((await form.post({ decision: "allow" })).status).toBe(404);
  expect((await fast.call(`/connect/${state}`)).status).toBe(404);
  expect((await partner.call(`/drivers/${driver}`)).json.platforms_connected).toEqual([]);
  await fast.end();
});

describe("a driver's earnings", () => {
  let partner: Awaited<ReturnType<typeof newPartner>>;
  let driver: string;
  let today: string;
  let days: (Json & { platform: string })[];

  beforeAll(async () => {
    partner = await newPartner();
    driver = await partner.newDriver();
    for (const platform of ["doordash", "uber"]) await partner.connect(driver, platform);
    today = new Date(await cloud.now()).toISOString().slice(0, 10);
    const from = new Date(Date.parse(today) - 89 * DAY_MS).toISOString().slice(0, 10);
    days = ["doordash", "uber"].flatMap((platform) =>
      sandboxEarnings(driver, platform, { from, to: today }).map((day) => ({ ...day, platform })),
    );
  });

  const earned = (since: string, platform?: string) =>
    days
      .filter((day) => day.date >= since && (platform === undefined || day.platform === platform))
      .reduce((sum, { pay, tips }) => ({ pay: sum.pay + pay, tips: sum.tips + tips }), { pay: 0, tips: 0 });

  test.each([
    ["today", (day: string) => day],
    ["month", (day: string) => `${day.slice(0, 7)}-01`],
    ["year", (day: string) => `${day.slice(0, 4)}-01-01`],
  ])("of %p are summed up", async (period, start) => {
    const { status, json } = await partner.earnings(driver, `?period=${period}`);
    const { pay, tips } = earned(start(today));
    expect(status).toBe(200);
    expect(json).toMatchObject({
      driver_id: driver,
      period,
      from: start(today),
      to: today,
      total_earnings: pay + tips,
      total_tips: tips,
    });
  });

  test("are the month's, with tips, unless something else is asked for", async () => {
    const [usual, asked] = await Promise.all([
      partner.earnings(driver),
      partner.earnings(driver, "?period=month&include_tips=true"),
    ]);
    expect(usual.json).toEqual(asked.json);
    expect(usual.json.period).toBe("month");
  });

  test("of a range, a platform and without tips are those alone", async () => {
    const from = new Date(Date.parse(today) - 60 * DAY_MS).toISOString().slice(0, 10);
    const { json } = await partner.earnings(
      driver,
      `?period=${from}..${today}&platform=uber&include_tips=false`,
    );
    const { pay } = earned(from, "uber");
    expect(json).toMatchObject({ total_earnings: pay, total_tips: 0, from, to: today });
    expect(Object.keys(json.platforms)).toEqual(["uber"]);
    expect(json.platforms.uber).toEqual({ earnings: pay, tips: 0, trips: expect.any(Number) });
    expect(json.daily_breakdown).toHaveLength(
      days.filter(({ platform, date }) => platform === "uber" && date >= from).length,
    );
  });

  test("over all that was read are the driver's lifetime earnings", async () => {
    const { pay, tips } = earned("2000-01-01");
    expect((await partner.call(`/drivers/${driver}`)).json.lifetime_earnings).toBe(pay + tips);
  });

  test("cost one read beside the limiter, and for who earned nothing a second", async () => {
    await cloud.clearUsage();
    await partner.earnings(driver);
    expect((await cloud.usage())["get-earnings"]?.calls).toEqual({
      "dynamodb:UpdateItem": 1,
      "dynamodb:Query": 1,
    });
    const idle = await partner.newDriver();
    await cloud.clearUsage();
    await partner.earnings(idle);
    expect((await cloud.usage())["get-earnings"]).toMatchObject({
      calls: { "dynamodb:UpdateItem": 1, "dynamodb:Query": 2 },
      writeUnits: 1,
      readUnits: 2,
    });
  });

  test.each([
    ["period", "day"],
    ["period", "2026-02-30..2026-03-01"],
    ["period", "2024-01-01..2026-01-01"],
    ["platform", "Door%20Dash"],
    ["include_tips", "yes"],
    ["include_tips", "True"],
    ["include_tips", ""],
  ])("are refused for the %s %p", async (param, value) => {
    const reply = await partner.earnings(driver, `?${param}=${value}`);
    expect([reply.status, reply.json]).toEqual([400, refused("parameter_invalid", param)]);
  });
});

describe("a driver's connections", () => {
  test("are listed newest first, end once, and leave the earnings behind", async () => {
    const partner = await newPartner();
    const driver = await partner.newDriver();
    for (const platform of ["uber", "doordash"]) await partner.connect(driver, platform);
    const path = `/earnings/${driver}/connections`;
    const list = (await partner.call(path)).json;
    expect(list).toMatchObject({ object: "list", has_more: false, total_count: 2 });
    expect(list.data.map(({ platform }: Json) => platform)).toEqual(["doordash", "uber"]);

    const before = (await partner.earnings(driver, await lastYear())).json;
    const ended = await partner.call(`${path}/uber`, { method: "DELETE" });
    expect([ended.status, ended.json]).toEqual([
      200,
      { object: "connection", driver_id: driver, platform: "uber", deleted: true },
    ]);
    const again = await partner.call(`${path}/uber`, { method: "DELETE" });
    expect([again.status, again.json]).toEqual([404, refused("resource_missing", "platform")]);
    expect((await partner.call(path)).json.data.map(({ platform }: Json) => platform)).toEqual(["doordash"]);
    expect((await partner.call(`/drivers/${driver}`)).json.platforms_connected).toEqual(["doordash"]);
    expect((await partner.earnings(driver, await lastYear())).json).toEqual(before);

    await partner.connect(driver, "uber");
    expect((await partner.earnings(driver, await lastYear())).json).toEqual(before);
    expect((await partner.call(path)).json.data.map(({ platform }: Json) => platform)).toEqual([
      "uber",
      "doordash",
    ]);
  });

  test("are none for who never connected, and not for nobody", async () => {
    const partner = await newPartner();
    const driver = await partner.newDriver();
    expect((await partner.call(`/earnings/${driver}/connections`)).json).toEqual({
      object: "list",
      data: [],
      has_more: false,
      total_count: 0,
    });
  });
});

test("what costs more than reading stays within what its record says", async () => {
  const partner = await newPartner();
  const driver = await partner.newDriver();
  await partner.ask(driver, {}, { "idempotency-key": "1" });
  await partner.connect(driver);
  await partner.call(`/earnings/${driver}/connections/uber`, { method: "DELETE" });
  await cloud.clearUsage();
  await partner.ask(driver, {}, { "idempotency-key": "2" });
  await partner.call(`/earnings/${driver}/connections/doordash`, { method: "DELETE" });
  const usage = await cloud.usage();
  expect(usage["connect-platform"]).toMatchObject({ writeUnits: 5, readUnits: 1 });
  expect(usage["disconnect-platform"]).toMatchObject({ writeUnits: 7, readUnits: 1 });
});

describe("what belongs to another", () => {
  test.each(["account", "mode", "nobody"])("%s is not found on any route", async (whose) => {
    const account = freshEmail();
    const owner = await newPartner({ account });
    await cloud.command("verify-account", { account });
    const driver = whose === "nobody" ? NOBODY : await owner.newDriver();
    if (whose !== "nobody") await owner.connect(driver);
    const stranger = await newPartner(whose === "mode" ? { account, live: true } : {});
    const replies = await Promise.all([
      stranger.earnings(driver),
      stranger.earnings(driver, "?period=year"),
      stranger.call(`/earnings/${driver}/connections`),
      stranger.call(`/earnings/${driver}/connections/doordash`, { method: "DELETE" }),
      stranger.ask(driver),
    ]);
    for (const { status, json } of replies) {
      expect([status, json]).toEqual([404, refused("resource_missing", "driver_id")]);
    }
    if (whose !== "nobody") {
      expect((await owner.call(`/earnings/${driver}/connections`)).json.total_count).toBe(1);
    }
  });

  test("and neither is a driver that cannot exist", async () => {
    const partner = await newPartner();
    for (const id of ["drv_1", "pay_1", "%20", "drv_%2e%2e"]) {
      expect((await partner.earnings(id)).status).toBe(404);
    }
  });

  test("scopes tell reading from writing", async () => {
    const reader = await newPartner({ scopes: "drivers:write,earnings:read" });
    const driver = await reader.newDriver();
    expect((await reader.earnings(driver)).status).toBe(200);
    expect((await reader.ask(driver)).json.error.code).toBe("scope_missing");
  });
});
