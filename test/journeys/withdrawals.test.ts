import { describe, expect, test } from "@jest/globals";
import { openForm, postForm } from "../support/cloud/browserless.ts";
import { sharedCloud } from "../support/cloud/shared-cloud.ts";
import { earningsPartner } from "../support/partner/earnings.ts";

const cloud = await sharedCloud();

/** Lets a driver allow a new consent, and returns its link. */
async function allow(partner: Awaited<ReturnType<typeof earningsPartner>>, driver: string): Promise<string> {
  const link = `/connect/${(await partner.ask(driver)).json.state}`;
  await postForm(cloud, link, { decision: "allow" });
  return link;
}

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

  test("sees that sharing has stopped when the company disconnected", async () => {
    const partner = await earningsPartner(cloud);
    const driver = await partner.newDriver();
    const link = await allow(partner, driver);
    const { status } = await partner.call(`/earnings/${driver}/connections/doordash`, { method: "DELETE" });
    expect(status).toBe(200);
    const page = await cloud.call(link);
    expect([page.status, page.text]).toEqual([200, expect.stringContaining("Sharing has stopped")]);
    expect(page.text).not.toContain('value="withdraw"');
  });
});
