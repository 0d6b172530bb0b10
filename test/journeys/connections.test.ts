import { describe, expect, test } from "@jest/globals";
import { openForm, postForm } from "../support/cloud/browserless.ts";
import { freshEmail } from "../support/cloud/cloud.ts";
import { sharedCloud } from "../support/cloud/shared-cloud.ts";
import { newCompany } from "../support/partner/platform.ts";
import { earningsPartner, lastYear, RETURN } from "../support/partner/earnings.ts";

const cloud = await sharedCloud();

describe("connecting a gig platform", () => {
  test("an allowed consent redirects to the app with the state and imports the earnings", async () => {
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
    expect(page.text).toContain("Share your DoorDash earnings?");
    expect(page.text).toContain("the app at app.example.com");
    expect(page.text).toContain("app.example.com");
    expect(page.headers).toMatchObject({ "cache-control": "no-store", "referrer-policy": "no-referrer" });

    const back = await postForm(cloud, `/connect/${state}`, { decision: "allow" });
    expect([back.status, back.headers.location]).toEqual([303, `${RETURN}&state=${state}&status=connected`]);
    expect(back.headers["referrer-policy"]).toBe("no-referrer");

    const { platforms_connected, lifetime_earnings } = (await partner.call(`/drivers/${driver}`)).json;
    expect(platforms_connected).toEqual(["doordash"]);
    expect(lifetime_earnings).toBeGreaterThan(100_000);
  });

  test("a refused consent redirects to the app and connects nothing", async () => {
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
    const later = await form.post({ decision: "allow" });
    expect([later.status, later.headers.location]).toEqual([303, `/connect/${state}`]);
    expect((await cloud.call(`/connect/${state}`)).status).toBe(410);
    expect((await partner.earnings(driver, await lastYear(cloud))).json.total_earnings).toBe(0);
  });

  test.each(["conflict", "lost-answer", "throttle"] as const)(
    "a %s during the write still results in one connection, and no earnings count twice",
    async (kind) => {
      const partner = await earningsPartner(cloud);
      const driver = await partner.newDriver();
      const { state } = (await partner.ask(driver)).json;
      const form = await openForm(cloud, `/connect/${state}`);
      await cloud.inject({ kind, action: "dynamodb:TransactWriteItems", caller: "answer-consent", times: 2 });
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

  test("an unknown decision reopens the page, and another site's form gets a 403", async () => {
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

  test("the page shows a partner's company name, escaped", async () => {
    const company = `Fleet & <b>Sons</b> ${freshEmail()}`;
    const partner = await earningsPartner(cloud, { account: await newCompany(cloud, { company }) });
    const { state } = (await partner.ask(await partner.newDriver())).json;
    const { text } = await cloud.call(`/connect/${state}`);
    expect(text).toContain("Fleet &amp; &lt;b>Sons&lt;/b>");
  });

  test("a live mode request gets a 403", async () => {
    const account = freshEmail();
    await earningsPartner(cloud, { account });
    await cloud.command("verify-account", { account });
    const partner = await earningsPartner(cloud, { live: true, account });
    const driver = await partner.newDriver();
    const reply = await partner.ask(driver);
    expect([reply.status, reply.json.error.code]).toEqual([403, "live_mode_unavailable"]);
    expect((await partner.earnings(driver)).json).toMatchObject({ total_earnings: 0, platforms: {} });
  });
});

test.each(["nothing", "%00", "..%5c..%5chealth", "a".repeat(43), "%3Cscript%3E"])(
  "the unknown state %p gets a 404 page without details",
  async (state) => {
    const page = await cloud.call(`/connect/${state}`);
    expect(page.status).toBe(404);
    expect(page.text).toContain("This link doesn't work");
    const posted = await postFormWithToken(state);
    expect([posted.status, posted.text.includes("This link doesn't work")]).toEqual([404, true]);
  },
);

/** Posts to this state with a valid form token of another page, as an attacker could. */
async function postFormWithToken(state: string) {
  const partner = await earningsPartner(cloud);
  const own = (await partner.ask(await partner.newDriver())).json.state;
  return (await openForm(cloud, `/connect/${own}`)).post({ decision: "allow" }, `/connect/${state}`);
}
