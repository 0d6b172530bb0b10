import { expect, test } from "@jest/globals";
import type { Page } from "playwright-core";
import { complaintsOf, isSlow, launchBrowser, visit } from "../support/cloud/browser.ts";
import { freshEmail } from "../support/cloud/cloud.ts";
import { mailTo } from "../support/cloud/mailbox.ts";
import { sharedCloud } from "../support/cloud/shared-cloud.ts";
import { contactLinkIn } from "../support/dashboard/dashboard.ts";
import { register } from "../support/dashboard/register.ts";
import { inspect } from "../support/pictures/inspect.ts";

const [cloud, browser] = await Promise.all([sharedCloud(), launchBrowser()]);

const MAX_BYTES = 60 * 1024;

async function open(page: Page, path: string): Promise<void> {
  const response = await page.goto(cloud.url + path);
  const { length } = (await response?.body()) ?? Buffer.alloc(0);
  expect([path, length < MAX_BYTES]).toEqual([path, true]);
}

test("every page of a used account is accessible, and in the slow tier of a new one, too", async () => {
  const page = await visit(browser, { bypassCSP: true });
  const complaints = complaintsOf(page);
  await open(page, "/developers");
  await inspect(page, "dashboard-sign-in");
  const link = await register(cloud, page, "Acme Fleet");
  await inspect(page, "dashboard-sent");
  await page.goto(link);
  await inspect(page, "dashboard-link");
  await page.getByRole("button", { name: "Create account and sign in" }).click();
  for (const [name, path] of isSlow ? Object.entries(PAGES) : []) {
    await open(page, path);
    await inspect(page, `dashboard-${name}-empty`);
  }
  await use(page);
  for (const [name, path] of Object.entries(PAGES)) {
    await open(page, path);
    await inspect(page, `dashboard-${name}`);
  }
  await open(page, "/developers/money/test");
  await page.getByRole("link", { name: "Payout created" }).first().click();
  await page.getByRole("heading", { name: "Payout of" }).waitFor();
  await inspect(page, "dashboard-payout");
  await page
    .getByRole("main")
    .getByRole("link", { name: /^(Ana|Ben|Carla|Dev|Elif|Femi) / })
    .click();
  await page.getByRole("button", { name: "Pay driver" }).waitFor();
  await inspect(page, "dashboard-driver");
  await walkWebhooks(page);
  // A form with mistakes is a 400.
  expect(complaints.filter((text) => !/status of 400/.test(text))).toEqual([]);
});

const PAGES: Record<string, string> = {
  home: "/developers/home/test",
  payouts: "/developers/payouts/test",
  drivers: "/developers/drivers/test",
  money: "/developers/money/test",
  "live-money": "/developers/money/live",
  playground: "/developers/playground/test",
  keys: "/developers/keys/test",
  "live-keys": "/developers/keys/live",
  webhooks: "/developers/webhooks/test",
  events: "/developers/webhooks/test/events",
  requests: "/developers/home/test/requests",
  account: "/developers/account/test",
  profile: "/developers/account/test/profile",
  "go-live": "/developers/account/test/go-live",
  earnings: "/developers/drivers/test/earnings",
  team: "/developers/account/test/team",
  forms: "/developers/account/test/forms",
  activity: "/developers/account/test/activity",
  "step-up": "/developers/account/step-up",
};

async function use(page: Page): Promise<void> {
  const next = freshEmail();
  await open(page, "/developers/keys/test");
  await page.getByRole("button", { name: "Create test key" }).click();
  await page.getByLabel("Name").fill("Payout server");
  await inspect(page, "dashboard-create-key");
  await page.getByRole("button", { name: "Create key" }).click();
  await page.getByRole("heading", { name: "Copy your new key" }).waitFor();
  await inspect(page, "dashboard-new-key");
  const key = /svc_test_\w+/.exec(await page.content())?.[0] ?? "";
  const headers = { authorization: `Bearer ${key}` };
  for (let i = 0; i < 9; i++) await cloud.call("/v1/drivers", { headers });
  await cloud.call("/v1/drivers/drv_00000000000000000000000000", { headers });
  await cloud.call("/v1/payments/payout", { headers, json: { amount: 5 } });
  await open(page, "/developers/playground/test");
  await page.getByRole("button", { name: "Create a driver" }).click();
  await page.getByRole("button", { name: /^Pay / }).click();
  await page.getByRole("listitem").filter({ hasText: "payment.completed" }).waitFor();
  await page.getByLabel("Speed").selectOption("standard");
  await page.getByRole("button", { name: /^Pay / }).click();
  await page.getByRole("button", { name: "Connect" }).click();
  await page.getByRole("listitem").filter({ hasText: "earnings.synced" }).waitFor();
  await open(page, "/developers/account/test/profile");
  await page.getByLabel("Legal name").fill("Acme Fleet, Inc.");
  await page.getByLabel("Street and number").fill("1 Market Street");
  await page.getByLabel("EIN").fill("12345");
  await page.getByRole("button", { name: "Save the profile" }).click();
  await page.getByRole("alert").waitFor();
  await inspect(page, "dashboard-profile-mistakes");
  await page.getByLabel("City").fill("San Francisco");
  await page.getByLabel("State").fill("CA");
  await page.getByLabel("ZIP").fill("94105");
  await page.getByLabel("EIN").fill("12-3456789");
  await page.getByRole("button", { name: "Save the profile" }).click();
  await page.getByText("Profile saved").waitFor();
  await open(page, "/developers/account/test");
  await page.getByRole("button", { name: "Change the contact address" }).click();
  await page.getByLabel("New address").fill(next);
  await page.getByRole("button", { name: "Email the new address" }).click();
  await page.getByText("Your admins get a notice").waitFor();
  await page.goto(cloud.url + contactLinkIn((await mailTo(cloud, next)).text));
  await inspect(page, "dashboard-contact");
  await page.getByRole("button", { name: "Change the contact address" }).click();
  await page.getByText("Contact address changed").waitFor();
  await open(page, "/developers/account/test/team");
  await page.getByRole("button", { name: "Invite a person" }).click();
  await page.getByLabel("Email").fill(freshEmail());
  await page.getByRole("button", { name: "Send the invitation" }).click();
  await page.getByText("Member added").waitFor();
}

/** An endpoint that never answers, its delivery, and the verifier. */
async function walkWebhooks(page: Page): Promise<void> {
  await open(page, "/developers/webhooks/test");
  await page.getByRole("button", { name: "Add endpoint" }).click();
  await page.getByLabel("URL").fill("http://localhost:9/hooks");
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await page.getByRole("heading", { name: "Copy the signing secret" }).waitFor();
  await inspect(page, "dashboard-new-secret");
  await page.getByRole("link", { name: "I copied it" }).click();
  await page.getByRole("button", { name: "Send a ping" }).click();
  const failed = page.getByRole("row").filter({ hasText: "failed" });
  for (let i = 0; i < 100 && (await failed.count()) === 0; i++) await page.reload();
  await inspect(page, "dashboard-endpoint");
  await failed.getByRole("link").click();
  await inspect(page, "dashboard-delivery");
  await page.getByRole("button", { name: "Send again now" }).click();
  await page.getByText("sent again").waitFor();
  await page.goBack();
  await page.goBack();
  await page.getByLabel("webhook-id").fill("evt_1");
  await page.getByRole("button", { name: "Check the signature" }).click();
  await page.getByText("is missing").waitFor();
  await inspect(page, "dashboard-verifier");
  await open(page, "/developers/webhooks/test");
  await page.getByRole("button", { name: "Add endpoint" }).click();
  await page.getByLabel("URL").fill("https://localhost/hooks");
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await page.getByRole("alert").getByRole("link").waitFor();
  expect(await page.getByLabel("URL").inputValue()).toBe("https://localhost/hooks");
  await inspect(page, "dashboard-mistake");
  await open(page, "/developers/webhooks/test/events");
  await page.getByRole("link", { name: "payment.completed" }).first().click();
  await inspect(page, "dashboard-event");
}
