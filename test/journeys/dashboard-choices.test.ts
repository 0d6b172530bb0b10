import { expect, test } from "@jest/globals";
import { freshAddress, freshEmail } from "../support/cloud/cloud.ts";
import { sharedCloud } from "../support/cloud/shared-cloud.ts";
import { DashboardVisitor } from "../support/dashboard/dashboard.ts";

const HOME = "/developers/home/test";

const cloud = await sharedCloud();

const visitor = (email?: string) => new DashboardVisitor(cloud, email);

test("a member of two accounts chooses one", async () => {
  const ana = await visitor().signIn("Delta One");
  await visitor(ana.email).signIn("Delta Two");
  const both = visitor(ana.email);
  const link = await both.askForLink();
  const page = await both.call(link);
  const [, two = ""] = /value="(acct_\w+)">Delta Two/.exec(page.text) ?? [];
  expect(page.text).toContain("Delta One");
  await both.openLink(link, { account: two });
  expect((await both.call(HOME)).text).toContain("Delta Two");
});

test("a refused company of the same address does not stop a member's sign-in", async () => {
  const ana = await visitor().signIn("Epsilon");
  const spam = await cloud.post(
    "/api/agent/partners",
    { company: `Spam ${freshEmail()}`, email: ana.email },
    { from: freshAddress() },
  );
  const { partner_id } = spam.json;
  expect((await cloud.command("refuse-partner", { partner_id }, { reason: "Spam" })).ok).toBe(true);
  const again = visitor(ana.email);
  expect((await again.openLink(await again.askForLink())).status).toBe(303);
  expect((await again.call(HOME)).text).toContain("Epsilon");
});
