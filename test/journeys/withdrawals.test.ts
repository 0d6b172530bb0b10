import { describe, expect, test } from "@jest/globals";
import { postForm } from "../support/cloud/browserless.ts";
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
