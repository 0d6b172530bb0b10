import { describe, expect, test } from "@jest/globals";
import type { Page } from "playwright-core";
import { launchBrowser, visit } from "../support/cloud/browser.ts";
import { startCloud } from "../support/cloud/cloud.ts";
import { served } from "../support/cloud/served.ts";
import { newCompany, newPartner } from "../support/partner/platform.ts";

/** A partner's app. `/callback` redirects at once to another host name, as callbacks often do. */
const otherName = await served((request, response) => {
  const { pathname, search } = new URL(request.url ?? "/", "http://localhost");
  if (pathname === "/callback")
    return response.writeHead(302, { location: `${otherName}/welcome${search}` }).end();
  const seen = JSON.stringify({ search, referer: request.headers.referer ?? null });
  return response.writeHead(200, { "content-type": "text/plain" }).end(seen);
});
const appUrl = otherName.replace("127.0.0.1", "localhost");
const [cloud, browser] = await Promise.all([startCloud(), launchBrowser()]);
const partner = await newPartner(cloud, { account: await newCompany(cloud, { company: "Acme Fleet" }) });
const driver = (await partner.driver()).id;

async function ask(redirect: string): Promise<{ authorization_url: string; state: string }> {
  const body = { platform: "doordash", redirect_url: `${appUrl}${redirect}` };
  return partner.create(`/v1/earnings/${driver}/connect`, body);
}

const seenBy = async (page: Page) => JSON.parse((await page.locator("body").textContent()) ?? "");
const connected = async () => (await partner.read(`/v1/drivers/${driver}`)).platforms_connected;

describe.each([
  ["with JavaScript", true],
  ["without JavaScript", false],
])("consent on a phone, %s", (_, javaScriptEnabled) => {
  test("a driver refuses and returns to the app with nothing connected", async () => {
    const { authorization_url, state } = await ask("/home?x=1");
    const page = await visit(browser, { javaScriptEnabled });
    await page.goto(authorization_url);
    await page.getByRole("button", { name: "Don't allow" }).click();
    await page.waitForURL(`${appUrl}/home?x=1&state=${state}&status=refused`);
    expect(await seenBy(page)).toEqual({ search: `?x=1&state=${state}&status=refused`, referer: null });
  });

  test("a driver allows and returns through a callback that redirects to another host", async () => {
    const { authorization_url, state } = await ask("/callback");
    const page = await visit(browser, { javaScriptEnabled });
    await page.goto(authorization_url);
    await page.getByText("Acme Fleet", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Allow access" }).click();
    await page.waitForURL(/127\.0\.0\.1:\d+\/welcome/);
    expect(await seenBy(page)).toEqual({ search: `?state=${state}&status=connected`, referer: null });
    expect(await connected()).toEqual(["doordash"]);
    await partner.call(`/v1/earnings/${driver}/connections/doordash`, { method: "DELETE" });
  });
});

test("a second answer after the back button shows the first one", async () => {
  const { authorization_url, state } = await ask("/home");
  const page = await visit(browser);
  await page.goto(`${appUrl}/start`);
  await page.evaluate((url) => window.location.assign(url), authorization_url);
  await page.getByRole("button", { name: "Don't allow" }).click();
  await page.waitForURL(/status=refused/);
  await page.goBack();
  await page.getByRole("heading", { name: "You've already responded" }).waitFor();
  await page.getByRole("link", { name: /^Return to localhost/ }).click();
  await page.waitForURL(`${appUrl}/home?state=${state}&status=refused`);
});
