import { expect, test } from "@jest/globals";
import { sharedCloud } from "../support/cloud/shared-cloud.ts";
import { DashboardVisitor, dashboardLinkAfter } from "../support/dashboard/dashboard.ts";

const ACCOUNT = "/developers/account/test";
const STEP_UP = "/developers/account/step-up";

const cloud = await sharedCloud();

test("a person who asks twice may open either link", async () => {
  const ana = await new DashboardVisitor(cloud).signIn("Step-up One");
  const ask = () => dashboardLinkAfter(cloud, ana.email, () => ana.post(ACCOUNT, STEP_UP, { next: ACCOUNT }));
  const [first, second] = [await ask(), await ask()];
  for (const link of [first, second]) expect((await ana.openLink(link)).status).toBe(303);
});

test("a browser that lost its mark gets another one", async () => {
  const ana = await new DashboardVisitor(cloud).signIn("Step-up Two");
  const { cookie } = ana;
  const session = /session=[\w-]+/.exec(cookie)?.[0] ?? "";
  const page = (await cloud.call(ACCOUNT, { headers: { cookie: session } })).text;
  const [, form_token = ""] = /name="form_token" value="([^"]+)"/.exec(page) ?? [];
  const asked = await cloud.call(STEP_UP, {
    method: "POST",
    body: new URLSearchParams({ form_token, next: ACCOUNT }).toString(),
    headers: { cookie: session, "content-type": "application/x-www-form-urlencoded" },
  });
  expect(String(asked.headers["set-cookie"])).toMatch(/^browser=[\w-]{43};/);
  expect(cookie).not.toContain(/^browser=([^;]+)/.exec(String(asked.headers["set-cookie"]))?.[1]);
});

test("after the link, a person returns to the page of the form", async () => {
  const ana = await new DashboardVisitor(cloud).signIn("Step-up Three");
  await cloud.advance("11m");
  const nextAfter = async (action: string) =>
    /name="next" value="([^"]+)"/.exec((await ana.post(ACCOUNT, action)).text)?.[1];
  expect(await nextAfter("/developers/account/live/profile")).toBe("/developers/account/live/profile");
  expect(await nextAfter("/developers/account/contact")).toBe(ACCOUNT);
  expect(await nextAfter("/developers/account/team/invite")).toBe(`${ACCOUNT}/team`);
  expect(await nextAfter("/developers/keys/live/create")).toBe("/developers/keys/live");
});
