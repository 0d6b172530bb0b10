import { expect, test } from "@jest/globals";
import type { Locator, Page } from "playwright-core";
import { samplesOfDocs } from "../../infra/clients/test/samples/page-samples.ts";
import { launchBrowser, picture, visit } from "../support/cloud/browser.ts";
import { sharedCloud } from "../support/cloud/shared-cloud.ts";
import { inspect } from "../support/pictures/inspect.ts";

const [cloud, browser] = await Promise.all([sharedCloud(), launchBrowser()]);
/** An address gets three keys a day, and the browsers of all suites have one. */
await cloud.advance("24h");
const documented = await samplesOfDocs(cloud);

const open = async (page: Page, operation: string) => {
  await page.goto(`${cloud.url}${documented.find(({ name }) => name === operation)?.path}`);
  return page.locator(`[data-samples="${operation}"]`);
};

const shownIn = (samples: Locator) => samples.locator("code:visible").allTextContents();

/** Opens the form of an operation, sends it, and returns what the page shows. */
async function tryIt(page: Page, operation: string): Promise<string> {
  const form = page.locator(`details.try:has([aria-label="Request and response of ${operation}"])`);
  if (!(await form.evaluate((node: HTMLDetailsElement) => node.open))) await form.locator("summary").click();
  const shown = form.locator("[data-reply]");
  await shown.evaluate((area: HTMLTextAreaElement) => {
    area.value = "";
  });
  await form.getByRole("button", { name: operation }).click();
  await shown.waitFor();
  await page.waitForFunction(
    (area) => !["", "Sending"].includes((area as HTMLTextAreaElement).value),
    await shown.elementHandle(),
  );
  return shown.inputValue();
}

test("a language is chosen once, for all samples and pages", async () => {
  const page = await visit(browser);
  const samples = await open(page, "createDriver");
  expect(await shownIn(samples)).toEqual([expect.stringMatching(/^curl http/)]);
  await samples.locator("summary", { hasText: "Python" }).click();
  expect(await shownIn(samples)).toEqual([expect.stringContaining("client.drivers.create(")]);
  const others = await open(page, "createPayout");
  expect(await shownIn(others)).toEqual([expect.stringContaining("client.payouts.create(")]);
});

test("without JavaScript, the first language is open, and a reader can open the others", async () => {
  const page = await visit(browser, { javaScriptEnabled: false });
  const samples = await open(page, "createDriver");
  await samples.locator("summary", { hasText: "Java" }).click();
  const java = expect.stringContaining("CreateDriverParams.builder()");
  expect(await shownIn(samples)).toEqual([expect.stringMatching(/^curl http/), java]);
  await page.getByRole("link", { name: "Get a sandbox key" }).click();
  await page.getByRole("button", { name: "Get a sandbox key" }).click();
  await picture(page, "sandbox-key-made-phone");
  expect(await page.locator("[data-made-key]").textContent()).toMatch(/^svc_test_\w{38}$/);
});

test("a sandbox key and the ids of replies fill in the samples and the forms, in this tab only", async () => {
  const page = await visit(browser, { bypassCSP: true });
  const paying = await open(page, "createPayout");
  expect(await paying.locator("code").first().textContent()).toContain("DRIVER_ID");
  // One click gets a key, and pays the driver who comes with it.
  expect(await tryIt(page, "createPayout")).toContain('"status": "completed"');
  expect(await paying.locator("code").first().textContent()).toMatch(/Bearer svc_test_\w{38}'/);
  expect(await paying.locator("code").first().textContent()).toMatch(/"drv_\w{26}"/);
  await open(page, "getPayoutBatch");
  expect(await tryIt(page, "getPayoutBatch")).toMatch(/^Your sandbox has no batch yet\./);
  const samples = await open(page, "createDriver");
  expect(await samples.locator("code").first().textContent()).toMatch(/Bearer svc_test_\w{38}'/);
  const reply = await tryIt(page, "createDriver");
  expect(reply).toMatch(
    /\nPOST \/v1\/drivers\nauthorization: Bearer svc_test_\w{4}\.\.\.\nidempotency-key: \S+\n/,
  );
  expect(reply).toMatch(/^201 Created\n/);
  const [, driver = ""] = /"id": "(drv_\w+)"/.exec(reply) ?? [];
  await samples.locator("summary", { hasText: "Go" }).click();
  await inspect(page, "samples-with-key");
  const others = await open(page, "getDriver");
  expect(await page.locator("#getDriver-id").inputValue()).toBe(driver);
  expect(await others.locator("code").first().textContent()).toContain(driver);

  // What a reader has typed stays.
  await page.locator("details.try > summary").click();
  await page.locator("#getDriver-id").fill("drv_mine");
  expect(await tryIt(page, "getDriver")).toContain("404");
  expect(await page.locator("#getDriver-id").inputValue()).toBe("drv_mine");
  await open(page, "createPayout");
  expect(await tryIt(page, "createPayout")).toContain(`"driver_id": "${driver}"`);
  await page.getByRole("link", { name: "create an account" }).click();
  expect(await page.getByLabel("Sandbox key").inputValue()).toMatch(/^svc_test_\w{38}$/);
  await open(page, "createPayout");
  const tab = await page.context().newPage();
  const there = await open(tab, "createPayout");
  expect(await there.locator("code").first().textContent()).toContain("svc_test_YOUR_KEY");
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain("svc_test_");
  await page.getByRole("button", { name: "Forget the key" }).click();
  expect(await page.locator('[data-samples="createPayout"] code').first().textContent()).toContain(
    "YOUR_KEY",
  );
});
