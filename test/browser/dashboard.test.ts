import { expect, test } from "@jest/globals";
import type { Page } from "playwright-core";
import { complaintsOf, isSlow, launchBrowser, visit } from "../support/cloud/browser.ts";
import { sharedCloud } from "../support/cloud/shared-cloud.ts";
import { DashboardVisitor } from "../support/dashboard/dashboard.ts";
import { fillTeam } from "../support/dashboard/filled-team.ts";
import { register } from "../support/dashboard/register.ts";
import { type Ids, pathOfRoute, rights } from "../support/dashboard/routes.ts";
import { signInTeam } from "../support/dashboard/team.ts";
import { newPartner } from "../support/partner/platform.ts";
import { inspect } from "../support/pictures/inspect.ts";

const [cloud, browser] = await Promise.all([sharedCloud(), launchBrowser()]);
const team = await signInTeam(cloud, "Acme Fleet");
const ids = await fillTeam(cloud, team);

/** A driver with long texts that have no space, and a name that a form cannot print. */
const account = /acct_\w+/.exec((await team.admin.call("/developers/account/test")).text)?.[0] ?? "";
const partner = await newPartner(cloud, { account });
const LONG = "Bartholomew".repeat(6).slice(0, 60);
const { id: driver } = await partner.driver({
  first_name: LONG,
  last_name: `${LONG} 🚚`,
  email: `${LONG}@${"example.".repeat(20)}com`,
  external_id: LONG,
});
const { id: payout } = await partner.payout(driver, { description: LONG });
await partner.create("/v1/webhooks", {
  url: `http://localhost:9/${"x".repeat(280)}`,
  events: ["payment.refunded"],
});
Object.assign(ids, { driver, payout });

const MAX_BYTES = 60 * 1024;

/** A page in which the visitor is signed in, or a stranger is not. What it complains about fails the test. */
async function pageOf(visitor?: DashboardVisitor) {
  const page = await visit(browser, { bypassCSP: true });
  if (visitor) await page.context().addCookies(visitor.cookiesAt(cloud.url));
  return { page, complaints: complaintsOf(page) };
}

async function open(page: Page, path: string): Promise<void> {
  const response = await page.goto(cloud.url + path);
  const { length } = (await response?.body()) ?? Buffer.alloc(0);
  expect([path, response?.status(), length < MAX_BYTES]).toEqual([path, 200, true]);
}

/** The pages that a member opens without a secret in the address. */
const routes = rights
  .map(([route]) => route)
  .filter((route) => route.startsWith("GET ") && !/\{(view|proof|year|date)\}|\/received/.test(route));
const slug = (route: string) => route.replace("GET /developers/", "").replace(/\W+/g, "-");

/** Where the pages lead. */
const links = new Set<string>();

test.each(routes)("%s is accessible", async (route) => {
  const { page, complaints } = await pageOf(team.admin);
  await open(page, pathOfRoute(route, ids));
  for (const href of await page.$$eval("a[href]", (anchors) =>
    anchors.map((link) => (link as HTMLAnchorElement).href),
  ))
    if (href.startsWith(cloud.url)) links.add(href.slice(cloud.url.length));
  await inspect(page, `dashboard-${slug(route)}`);
  expect(complaints).toEqual([]);
});

test("each link of these pages leads to a page, and to a place that the page has", async () => {
  const dead: string[] = [];
  for (const link of links) {
    const [path = "", anchor] = link.split("#");
    const { status, text } = await team.admin.call(path);
    if (status !== 200 || (anchor && !text.includes(` id="${anchor}"`))) dead.push(`${link}: ${status}`);
  }
  expect(links.size).toBeGreaterThan(100);
  expect(dead).toEqual([]);
});

test.each(isSlow ? routes.filter((route) => !/\{(?!mode)/.test(route)) : [routes[0] ?? ""])(
  "%s of a new account is accessible",
  async (route) => {
    const { page, complaints } = await pageOf(await new DashboardVisitor(cloud).signIn("New Fleet"));
    await open(page, pathOfRoute(route, {} as Ids));
    await inspect(page, `dashboard-${slug(route)}-empty`);
    expect(complaints).toEqual([]);
  },
);

test("the pages before a session are accessible", async () => {
  const { page, complaints } = await pageOf();
  await open(page, "/developers");
  await inspect(page, "dashboard-sign-in");
  const link = await register(cloud, page, "Acme Fleet");
  await inspect(page, "dashboard-sent");
  await page.goto(link);
  await inspect(page, "dashboard-link");
  expect(complaints).toEqual([]);
});

test("a form with mistakes, the page of a secret and the verifier are accessible", async () => {
  const { page, complaints } = await pageOf(team.admin);
  const press = (name: string) => page.getByRole("button", { name, exact: true }).click();
  await open(page, "/developers/keys/test");
  await press("Create test key");
  await page.getByLabel("Name").fill("Payout server");
  await inspect(page, "dashboard-create-key");
  await press("Create key");
  await page.getByRole("heading", { name: "Copy your new key" }).waitFor();
  await inspect(page, "dashboard-new-key");

  await open(page, "/developers/webhooks/test");
  await press("Add endpoint");
  await page.getByLabel("URL").fill("https://localhost/hooks");
  await press("Add");
  await page.getByRole("alert").getByRole("link").waitFor();
  expect(await page.getByLabel("URL").inputValue()).toBe("https://localhost/hooks");
  await inspect(page, "dashboard-mistake");

  await open(page, `/developers/webhooks/test/${ids.endpoint}`);
  await page.getByLabel("webhook-id").fill("evt_1");
  await press("Check the signature");
  await page.getByText("is missing").waitFor();
  await inspect(page, "dashboard-verifier");
  // A form with mistakes is a 400.
  expect(complaints.filter((text) => !/status of 400/.test(text))).toEqual([]);
});
