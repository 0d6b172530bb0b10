import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { type Cloud, endClouds, eventually, freshEmail, startCloud } from "../support/cloud.ts";
import { newPartner, type Partner } from "../support/platform.ts";
import { closeReceivers, Receiver } from "../support/receiver.ts";

const NOISE = 200;
/** Past the first attempts' end, when the endpoint is known to be slow. */
const WATCHED_MS = 18_000;

let cloud: Cloud;
beforeAll(async () => {
  cloud = await startCloud();
});
afterAll(async () => {
  closeReceivers();
  await endClouds();
});

/** Somebody who may make events as fast as the machine can. */
async function busyPartner(): Promise<Partner> {
  const account = freshEmail();
  const partner = await newPartner(cloud, { live: true, account });
  await cloud.command("verify-account", { account });
  const numbers = { per_minute: "50000", per_second: "1000" };
  const { ok, message } = await cloud.command("set-tier", { account, tier: "enterprise", ...numbers });
  if (!ok) throw new Error(message);
  return partner;
}

test("an endpoint that hangs, with 200 events waiting for it, delays nobody else's by more than two seconds", async () => {
  const [noisy, quiet] = [await busyPartner(), await busyPartner()];
  const [hanging, well] = [await Receiver.start(), await Receiver.start()];
  hanging.answer = () => "hang";
  await noisy.made("/v1/webhooks", { url: hanging.url(), events: ["*"] });
  await quiet.made("/v1/webhooks", { url: well.url(), events: ["*"] });
  // Everything is warm.
  await quiet.driver();
  await eventually(async () => well.received.length === 1);

  for (let i = 0; i < NOISE; i += 20) await Promise.all(Array.from({ length: 20 }, () => noisy.driver()));
  await eventually(async () => hanging.received.length > 0);
  const delays: number[] = [];
  for (const until = performance.now() + WATCHED_MS; performance.now() < until; ) {
    const { id } = await quiet.driver();
    const at = Date.now();
    const got = await eventually(async () => well.received.find(({ json }) => json.data.id === id));
    delays.push(got.at - at);
    await new Promise((resolve) => setTimeout(resolve, 300));
    // Of its 200, a few are let in at once, as long as nobody knows it.
    if (delays.length === 1) expect(hanging.received.length).toBeLessThan(NOISE / 4);
  }
  expect(Math.max(...delays)).toBeLessThan(2_000);
  // By now it has a lane of its own kind, with room for more.
  expect(hanging.received.length).toBeGreaterThan(NOISE / 4);
});
