import { expect, test } from "@jest/globals";
import { postForm } from "../support/cloud/browserless.ts";
import { freshAddress, freshEmail } from "../support/cloud/cloud.ts";
import { sharedCloud } from "../support/cloud/shared-cloud.ts";
import { paid } from "../support/partner/driver-figures.ts";
import { earningsPartner } from "../support/partner/earnings.ts";
import { newPartner } from "../support/partner/platform.ts";

const MINUTE_MS = 60_000;

const cloud = await sharedCloud();

test("an address over its limit gets through again after retry-after seconds, and not before", async () => {
  const from = freshAddress();
  const start = () => cloud.post("/api/agent/signups", { email: freshEmail(), sandbox: true }, { from });
  await Promise.all(Array.from({ length: 10 }, start));
  const askedAt = await cloud.now();
  const refused = await start();
  expect(refused.status).toBe(429);
  const seconds = Number(refused.headers["retry-after"]);
  // A busy machine may lose seconds before it asks.
  await cloud.advanceTo(askedAt + (seconds - 15) * 1000);
  expect((await start()).status).toBe(429);
  await cloud.advanceTo(askedAt + (seconds + 5) * 1000);
  expect((await start()).status).toBe(201);
});

test("the link to a 1099-NEC's PDF works for 15 minutes", async () => {
  const partner = await newPartner(cloud);
  const { id } = await partner.driver();
  await paid(partner, id, { paid_2026: 300_000 });
  const before = await cloud.now();
  const { pdf_url } = await partner.read(`/v1/tax/${id}/1099?year=2026`);
  const after = await cloud.now();
  const path = pdf_url.slice(cloud.url.length);
  await cloud.advanceTo(before + 14 * MINUTE_MS);
  expect((await cloud.call(path)).status).toBe(200);
  await cloud.advanceTo(after + 15 * MINUTE_MS);
  const { status, text } = await cloud.call(path);
  expect(status).toBe(404);
  // The page shows no details.
  expect(text).toContain("This link doesn't work");
});

test("a driver withdraws a consent after its link would have expired", async () => {
  const partner = await earningsPartner(cloud);
  const driver = await partner.newDriver();
  const { state } = (await partner.ask(driver)).json;
  await postForm(cloud, `/connect/${state}`, { decision: "allow" });
  await cloud.advance("20m");
  await postForm(cloud, `/connect/${state}`, { decision: "withdraw" });
  expect((await partner.call(`/drivers/${driver}`)).json.platforms_connected).toEqual([]);
});
