import { expect, test } from "@jest/globals";
import { dayOf, plusDays } from "../../shared/domain/time/day.ts";
import { sandboxEarnings } from "../../shared/domain/earnings/sandbox-earnings.ts";
import { missingFrom, openForm, postForm } from "../support/cloud/browserless.ts";
import { sharedCloud } from "../support/cloud/shared-cloud.ts";
import { pageOf } from "../support/page.ts";
import { DAY_MS, earningsPartner, lastYear, RETURN } from "../support/partner/earnings.ts";
import { errorOf } from "../support/partner/platform.ts";

const cloud = await sharedCloud();

/** A partner, its driver, and the page that asks the driver for a new consent. */
async function consent(options: Parameters<typeof earningsPartner>[1] = {}) {
  const partner = await earningsPartner(cloud, options);
  const driver = await partner.newDriver();
  const { status, json } = await partner.ask(driver);
  const page = `/connect/${json.state}`;
  const decide = (decision: string) => postForm(cloud, page, { decision });
  const shown = async () => (await partner.call(`/drivers/${driver}`)).json;
  return { partner, driver, status, json, page, decide, shown };
}

test("an allowed consent redirects to the app with the state", async () => {
  const { status, json, page, decide } = await consent();
  const { authorization_url, state, expires_at } = json;
  expect([status, authorization_url, state]).toEqual([
    201,
    cloud.url + page,
    expect.stringMatching(/^[\w-]{43}$/),
  ]);
  expect(Math.ceil((Date.parse(expires_at) - (await cloud.now())) / 60_000)).toBe(15);
  const { text, ...opened } = await cloud.call(page);
  const closed = { "cache-control": "no-store", "referrer-policy": "no-referrer" };
  expect(opened).toMatchObject({ status: 200, headers: closed });
  expect(missingFrom(text, "Share your DoorDash earnings?", "the app at app.example.com")).toEqual([]);
  const location = `${RETURN}&state=${state}&status=connected`;
  const headers = { location, "referrer-policy": "no-referrer" };
  expect(await decide("allow")).toMatchObject({ status: 303, headers });
});

test("an allowed consent imports the earnings", async () => {
  const { partner, driver, decide, shown } = await consent();
  await decide("allow");
  const { platforms_connected, lifetime_earnings } = await shown();
  expect(platforms_connected).toEqual(["doordash"]);
  expect(lifetime_earnings).toBeGreaterThan(100_000);
  const now = await cloud.now();
  const [to = "", from = ""] = [0, 60].map((days) => dayOf(new Date(now - days * DAY_MS)));
  const days = sandboxEarnings(driver, "doordash", { from, to });
  const { json: earned } = await partner.earnings(driver, `?period=${from}..${to}&include_tips=false`);
  const total_earnings = days.reduce((sum, { pay }) => sum + pay, 0);
  expect(earned).toMatchObject({ from, to, total_earnings, total_tips: 0 });
  expect(earned.daily_breakdown).toHaveLength(days.length);
});

test("a refused consent redirects to the app and connects nothing", async () => {
  const { partner, driver, json, page, shown } = await consent();
  const form = await openForm(cloud, page);
  const back = await form.post({ decision: "refuse" });
  expect(back.headers.location).toBe(`${RETURN}&state=${json.state}&status=refused`);
  expect(await shown()).toMatchObject({ platforms_connected: [], lifetime_earnings: 0 });
  const later = await form.post({ decision: "allow" });
  expect([later.status, later.headers.location]).toEqual([303, page]);
  expect((await cloud.call(page)).status).toBe(410);
  expect((await partner.earnings(driver, await lastYear(cloud))).json.total_earnings).toBe(0);
});

test("an unknown decision reopens the page, and another site's form gets a 403", async () => {
  const { page, decide } = await consent();
  const unclear = await decide("maybe");
  expect([unclear.status, unclear.headers.location]).toEqual([303, page]);
  const foreign = await cloud.call(page, {
    body: "decision=allow",
    headers: { "content-type": "application/x-www-form-urlencoded", "sec-fetch-site": "cross-site" },
  });
  expect(foreign.status).toBe(403);
  expect((await decide("allow")).status).toBe(303);
});

test("a driver withdraws after the link would have expired, and sees what the company disconnected", async () => {
  const { partner, page, decide, shown } = await consent();
  await decide("allow");
  await cloud.advance("20m");
  await decide("withdraw");
  expect((await shown()).platforms_connected).toEqual([]);
  const other = await partner.newDriver();
  const link = `/connect/${(await partner.ask(other)).json.state}`;
  await postForm(cloud, link, { decision: "allow" });
  await partner.call(`/earnings/${other}/connections/doordash`, { method: "DELETE" });
  for (const [stopped, title] of [
    [page, "You stopped sharing"],
    [link, "Sharing has stopped"],
  ] as const) {
    const reply = await cloud.call(stopped);
    expect([reply.status, reply.text]).toEqual([200, expect.stringContaining(title)]);
    expect(pageOf(reply).forms.length).toBe(0);
  }
});

test("a sync on request reads the open days of a connected platform, and emits an event only with news", async () => {
  const { partner, driver, decide } = await consent();
  const sync = (of: string) => partner.call(`/earnings/${of}/connections/doordash/sync`, { method: "POST" });
  const synced = async () => (await partner.call(`/events?type=earnings.synced&driver_id=${driver}`)).json;
  expect(errorOf(await sync(driver))).toEqual([404, "resource_missing", "platform"]);
  await decide("allow");
  const before = await synced();
  const to = dayOf(new Date(await cloud.now()));
  const { status, json } = await sync(driver);
  const reply = { object: "earnings_sync", driver_id: driver, platform: "doordash", livemode: false };
  expect([status, json]).toEqual([200, { ...reply, from: plusDays(to, -6), to, changed_days: [] }]);
  expect(await synced()).toEqual(before);
  expect(errorOf(await sync(`drv_${"0".repeat(26)}`))).toEqual([404, "resource_missing", "driver_id"]);
});

test("an unknown state gets a 404 page without details, also with a valid form token of another page", async () => {
  const form = await openForm(cloud, (await consent()).page);
  for (const state of ["nothing", "%00", "..%5c..%5chealth", "a".repeat(43), "%3Cscript%3E"])
    for (const reply of [
      await cloud.call(`/connect/${state}`),
      await form.post({ decision: "allow" }, `/connect/${state}`),
    ])
      expect([reply.status, reply.text]).toEqual([404, expect.stringContaining("This link doesn't work")]);
});
