import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { endClouds } from "../../infra/local/test/support/cloud-process.ts";
import { openForm, postForm } from "../support/cloud/browserless.ts";
import type { Cloud } from "../support/cloud/cloud.ts";
import { sharedCloud } from "../support/cloud/shared-cloud.ts";
import { earningsPartner } from "../support/partner/earnings.ts";

let cloud: Cloud;
beforeAll(async () => {
  cloud = await sharedCloud();
});
afterAll(endClouds);

describe("a driver who allowed", () => {
  test("withdraws at the same link, and cannot allow again there", async () => {
    const partner = await earningsPartner(cloud);
    const driver = await partner.newDriver();
    const { state } = (await partner.ask(driver)).json;
    const asked = await cloud.call(`/connect/${state}`);
    expect(asked.text).toContain("Until you stop it");
    await postForm(cloud, `/connect/${state}`, { decision: "allow" });

    const link = `/connect/${state}`;
    const sharing = await cloud.call(link);
    expect([sharing.status, sharing.text]).toEqual([200, expect.stringContaining("Stop sharing")]);
    const form = await openForm(cloud, link);
    const stopped = await form.post({ decision: "withdraw" });
    expect([stopped.status, stopped.headers.location]).toEqual([303, link]);
    expect((await cloud.call(link)).text).toContain("You stopped sharing");
    expect((await partner.call(`/drivers/${driver}`)).json.platforms_connected).toEqual([]);
    const { data } = (await partner.call("/events?type=earnings.platform.disconnected")).json;
    expect(data).toHaveLength(1);
    expect((await form.post({ decision: "allow" })).status).toBe(303);
    expect((await partner.call(`/drivers/${driver}`)).json.platforms_connected).toEqual([]);
  });

  test("withdraws nothing where the answer was a refusal", async () => {
    const partner = await earningsPartner(cloud);
    const { state } = (await partner.ask(await partner.newDriver())).json;
    const form = await openForm(cloud, `/connect/${state}`);
    await form.post({ decision: "refuse" });
    await form.post({ decision: "withdraw" });
    const { status, text } = await cloud.call(`/connect/${state}`);
    expect([status, text]).toEqual([410, expect.stringContaining("You didn't allow access")]);
  });
});
