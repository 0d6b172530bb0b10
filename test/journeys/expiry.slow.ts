import { afterEach, expect, test } from "@jest/globals";
import { endClouds } from "../../infra/local/test/support/cloud-process.ts";
import { eventually } from "../../infra/local/test/support/eventually.ts";
import { openForm } from "../support/cloud/browserless.ts";
import { freshAddress, freshEmail, startCloud } from "../support/cloud/cloud.ts";
import { paid } from "../support/partner/driver-figures.ts";
import { earningsPartner } from "../support/partner/earnings.ts";
import { newPartner } from "../support/partner/platform.ts";

const MINUTE_MS = 60_000;

afterEach(endClouds);

test("an address over its limit gets through again after retry-after seconds, and not before", async () => {
  const cloud = await startCloud({ timeScale: 10 });
  const from = freshAddress();
  const start = () => cloud.post("/api/agent/signups", { email: freshEmail(), sandbox: true }, { from });
  await Promise.all(Array.from({ length: 10 }, start));
  const askedAt = await cloud.now();
  const refused = await start();
  expect(refused.status).toBe(429);
  const until = askedAt + Number(refused.headers["retry-after"]) * 1000;
  await eventually(async () => (await start()).status === 201, 20_000);
  // retry-after is in whole seconds, so the limit can end up to one second earlier.
  expect(await cloud.now()).toBeGreaterThanOrEqual(until - 1000);
});

test("an unanswered consent expires after 15 minutes", async () => {
  const cloud = await startCloud({ timeScale: 300 });
  const partner = await earningsPartner(cloud);
  const driver = await partner.newDriver();
  const { state, expires_at } = (await partner.ask(driver)).json;
  const form = await openForm(cloud, `/connect/${state}`);
  await eventually(async () => (await cloud.now()) >= Date.parse(expires_at));
  expect((await form.post({ decision: "allow" })).status).toBe(404);
  expect((await cloud.call(`/connect/${state}`)).status).toBe(404);
  expect((await partner.call(`/drivers/${driver}`)).json.platforms_connected).toEqual([]);
});

test("the link to a 1099-NEC's PDF works for 15 minutes", async () => {
  const cloud = await startCloud({ timeScale: 300 });
  const partner = await newPartner(cloud);
  const { id } = await partner.driver();
  await paid(partner, id, { paid_2026: 300_000 });
  const before = await cloud.now();
  const { pdf_url } = await partner.read(`/v1/tax/${id}/1099?year=2026`);
  const path = pdf_url.slice(cloud.url.length);
  expect((await cloud.call(path)).status).toBe(200);
  const nowhere = await eventually(async () => {
    const reply = await cloud.call(path);
    return reply.status === 404 && reply;
  });
  expect((await cloud.now()) - before).toBeGreaterThanOrEqual(15 * MINUTE_MS);
  // The page shows no details.
  expect(nowhere.text).toContain("This link doesn't work");
});
