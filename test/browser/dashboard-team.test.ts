import { expect, test } from "@jest/globals";
import type { Page } from "playwright-core";
import { DESKTOP, launchBrowser, picture, visit } from "../support/cloud/browser.ts";
import { freshEmail } from "../support/cloud/cloud.ts";
import { sharedCloud } from "../support/cloud/shared-cloud.ts";
import { dashboardLinkAfter } from "../support/dashboard/dashboard.ts";
import { register } from "../support/dashboard/register.ts";

const TEAM = "/developers/account/test/team";
const click = (page: Page, name: string | RegExp) => page.getByRole("button", { name }).first().click();
const see = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor();

const [cloud, browser] = await Promise.all([sharedCloud(), launchBrowser()]);
const admin = await visit(browser, { viewport: DESKTOP });
await admin.goto(await register(cloud, admin, "Team Fleet"));
await click(admin, "Create account and sign in");
await admin.getByRole("heading", { name: "First steps" }).waitFor();

/** Signs in in a browser of its own. */
async function signIn(email: string): Promise<Page> {
  const page = await visit(browser, { viewport: DESKTOP });
  await page.goto(`${cloud.url}/developers`);
  await page.getByLabel("Email", { exact: true }).fill(email);
  const ask = () => click(page, "Email me a sign-in link");
  await page.goto(cloud.url + (await dashboardLinkAfter(cloud, email, ask)));
  await click(page, /^Sign in/);
  await page.getByRole("heading", { name: "First steps" }).waitFor();
  return page;
}

test("an admin invites a developer, makes her a viewer, and removes her", async () => {
  const email = freshEmail();
  await admin.goto(cloud.url + TEAM);
  await admin.getByLabel("Email", { exact: true }).fill(email);
  await click(admin, "Send the invitation");
  const member = await signIn(email);
  await member.goto(`${cloud.url}/developers/keys/test`);
  await member.getByRole("button", { name: "Create test key" }).waitFor();

  await admin.goto(cloud.url + TEAM);
  const row = admin.locator("li").filter({ hasText: email });
  await row.locator("summary").click();
  await row.getByLabel("Role").selectOption("viewer");
  await row.getByRole("button", { name: "Change the role" }).click();
  await see(admin, "The role is changed");
  await member.reload();
  await member.getByRole("heading", { name: "Keys" }).waitFor();
  expect(await member.getByRole("button", { name: "Create test key" }).count()).toBe(0);

  await row.locator("summary").click();
  await row.getByRole("button", { name: "Remove from the team" }).click();
  await see(admin, "The member is removed");
  await member.reload();
  await see(member, "Your session ended");
});

test("a person ends a session of another browser, and confirms it's them when the proof is old", async () => {
  await admin.goto(cloud.url + TEAM);
  const email = (await admin.locator("li").filter({ hasText: "you" }).locator("strong").textContent()) ?? "";
  const other = await signIn(email);
  await admin.goto(`${cloud.url}/developers/account/test`);
  await admin.locator("[aria-labelledby=sessions]").getByRole("button", { name: "Sign out" }).click();
  await see(admin, "The session is over");
  await other.reload();
  await see(other, "Your session ended");

  await cloud.advance("11m");
  await admin.goto(cloud.url + TEAM);
  await admin.getByLabel("Email", { exact: true }).fill("bo@example.com");
  await click(admin, "Send the invitation");
  await picture(admin, "dashboard-step-up");
  const askAgain = () => click(admin, "Email me a link");
  await admin.goto(cloud.url + (await dashboardLinkAfter(cloud, email, askAgain)));
  await picture(admin, "dashboard-step-up-link");
  await click(admin, "Confirm");
  await see(admin, "We kept what you typed");
  expect(await admin.getByLabel("Email", { exact: true }).inputValue()).toBe("bo@example.com");
});
