import { expect, test } from "@jest/globals";
import { DESKTOP, launchBrowser, visit } from "../support/cloud/browser.ts";
import { freshAddress } from "../support/cloud/cloud.ts";
import { sharedCloud } from "../support/cloud/shared-cloud.ts";
import { register } from "../support/dashboard/register.ts";

const [cloud, browser] = await Promise.all([sharedCloud(), launchBrowser()]);
const page = await visit(browser, { viewport: DESKTOP });
await page.goto(await register(cloud, page, "Flow Fleet"));
await page.getByRole("button", { name: "Create account and sign in" }).click();
await page.getByRole("heading", { name: "First steps" }).waitFor();

const go = (path: string) => page.goto(`${cloud.url}/developers/${path}`);
const click = (name: string | RegExp) => page.getByRole("button", { name }).first().click();
const see = (text: string | RegExp) => page.getByText(text).first().waitFor();

const shownKey = async () => (await page.locator("figure code").first().textContent()) ?? "";
const statusOf = (key: string, path = "/v1/drivers") =>
  cloud.call(path, { headers: { authorization: `Bearer ${key}` }, from: freshAddress() });

test("a developer finds a failed request by its id, and copies it as curl without the key", async () => {
  await go("keys/test");
  await click("Create test key");
  await page.getByLabel("Name").fill("Failing server");
  await click("Create key");
  const key = await shownKey();
  const { headers } = await statusOf(key, "/v1/drivers/drv_00000000000000000000000000");
  await go("home/test/requests");
  await page.getByRole("searchbox").fill(String(headers["x-request-id"]));
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Timeline" }).waitFor();
  await see("/v1/drivers/{id}");
  await go("home/test/requests");
  await page.getByRole("link", { name: "Resource missing" }).click();
  const curl = page.locator("figure").filter({ hasText: "Copy as curl" });
  expect(await curl.locator("code").textContent()).toMatch(/\/v1\/drivers\/\{id\}.*\$API_KEY/s);
  expect(await page.content()).not.toContain(key);
  const error = page.getByRole("link", { name: /What resource_missing means/ });
  await error.click();
  await page.locator("#resource_missing").waitFor();
});

test.each([
  ["with the keyboard", true],
  ["without JavaScript", false],
])("an admin asks for live access, withdraws, and filters earnings %s", async (_, javaScriptEnabled) => {
  const own = await visit(browser, { viewport: DESKTOP, javaScriptEnabled });
  await own.goto(await register(cloud, own, "Live Fleet"));
  const press = async (name: string) => {
    await own.getByRole("button", { name, exact: true }).first().focus();
    await own.keyboard.press("Enter");
  };
  await press("Create account and sign in");
  await own.getByRole("heading", { name: "First steps" }).waitFor();
  await own.goto(`${cloud.url}/developers/account/test/go-live`);
  await press("Ask for live access");
  const business = own.getByLabel("What your drivers do");
  await business.fill("Couriers in Boston");
  await press("Send the request");
  const summary = own.getByRole("alert");
  await summary.getByRole("link", { name: "Choose how many drivers you expect." }).waitFor();
  expect(await business.inputValue()).toBe("Couriers in Boston");
  await own.getByLabel("Drivers in the first three months").selectOption("to_1000");
  await own.getByLabel("Payouts a month").selectOption("under_50k");
  await own.getByLabel("Day of the first live payout").fill("2099-01-01");
  await press("Send the request");
  await own.getByText("We have your request.").waitFor();
  await press("Withdraw");
  await press("Withdraw the request");
  await own.getByText("Your request is withdrawn.").waitFor();
  await own.goto(`${cloud.url}/developers/drivers/test/earnings`);
  await own.locator("summary", { hasText: "Gig platform" }).focus();
  await own.keyboard.press("Enter");
  await own.getByLabel("Gig platform").fill("uber");
  await own.keyboard.press("Enter");
  await own.getByRole("link", { name: "Gig platform: uber" }).focus();
  await own.keyboard.press("Enter");
  await own.locator("summary", { hasText: "Gig platform" }).waitFor();
  expect(new URL(own.url()).search).toBe("");
});
