import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { endClouds } from "../../infra/local/test/support/cloud-process.ts";
import { openForm, postForm } from "../support/cloud/browserless.ts";
import { type Cloud, freshAddress, freshEmail } from "../support/cloud/cloud.ts";
import { sharedCloud } from "../support/cloud/shared-cloud.ts";
import { earningsPartner, lastYear, RETURN } from "../support/partner/earnings.ts";

let cloud: Cloud;
beforeAll(async () => {
  cloud = await sharedCloud();
});
afterAll(endClouds);

const refused = (code: string, param: string) => ({ error: expect.objectContaining({ code, param }) });

describe("connecting a platform", () => {
  test("leads the driver to a page, and back with the state and what they said", async () => {
    const partner = await earningsPartner(cloud);
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
    expect(page.text).toContain("The app that sent you here");
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
    const partner = await earningsPartner(cloud);
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
    expect((await partner.earnings(driver, await lastYear(cloud))).json.total_earnings).toBe(0);
  });

  test("takes one answer, however many are given at once", async () => {
    const partner = await earningsPartner(cloud);
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
      const partner = await earningsPartner(cloud);
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
      const { total_earnings } = (await partner.earnings(driver, await lastYear(cloud))).json;
      expect(lifetime_earnings).toBeGreaterThan(0);
      expect(total_earnings).toBe(lifetime_earnings);
      expect((await partner.call(`/earnings/${driver}/connections`)).json.total_count).toBe(1);
    },
  );

  test("takes no answer that is neither yes nor no, and none from another site's form", async () => {
    const partner = await earningsPartner(cloud);
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
    const partner = await earningsPartner(cloud, { account: json.partner_id });
    const { state } = (await partner.ask(await partner.newDriver())).json;
    const { text } = await cloud.call(`/connect/${state}`);
    expect(text).toContain("Fleet &amp; &lt;b>Sons&lt;/b>");
  });

  test("is repeated by its idempotency key with the same state, byte for byte", async () => {
    const partner = await earningsPartner(cloud);
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
    const partner = await earningsPartner(cloud);
    const reply = await partner.ask(await partner.newDriver(), json);
    expect([reply.status, reply.json]).toEqual([400, refused(code, param)]);
  });

  test("is not there in live mode yet", async () => {
    const account = freshEmail();
    await earningsPartner(cloud, { account });
    await cloud.command("verify-account", { account });
    const partner = await earningsPartner(cloud, { live: true, account });
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
    expect(page.text).toContain("This link doesn't work");
    const posted = await postFormWithToken(state);
    expect([posted.status, posted.text.includes("This link doesn't work")]).toEqual([404, true]);
  },
);

/** With a token that any page of ours gives away, as an attacker has one. */
async function postFormWithToken(state: string) {
  const partner = await earningsPartner(cloud);
  const own = (await partner.ask(await partner.newDriver())).json.state;
  return (await openForm(cloud, `/connect/${own}`)).post({ decision: "allow" }, `/connect/${state}`);
}
