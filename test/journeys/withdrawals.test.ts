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

  test("cannot stop a newer connection at an older link, and the older link says that a newer one shares", async () => {
    const partner = await earningsPartner(cloud);
    const driver = await partner.newDriver();
    const older = await allow(partner, driver);
    const form = await openForm(cloud, older);
    const newer = await allow(partner, driver);
    const connected = async () => (await partner.call(`/drivers/${driver}`)).json.platforms_connected;

    const page = await cloud.call(older);
    expect([page.status, page.text]).toEqual([200, expect.stringContaining("You allowed access again")]);
    expect(page.text).not.toContain('value="withdraw"');
    expect((await form.post({ decision: "withdraw" })).status).toBe(303);
    expect(await connected()).toEqual(["doordash"]);
    expect((await cloud.call(older)).text).toContain("You allowed access again");
    expect((await cloud.call(newer)).text).toContain('value="withdraw"');

    await postForm(cloud, newer, { decision: "withdraw" });
    expect(await connected()).toEqual([]);
    for (const link of [older, newer]) expect((await cloud.call(link)).text).toContain("You stopped sharing");
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
