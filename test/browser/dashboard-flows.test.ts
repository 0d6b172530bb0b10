import { expect, test } from "@jest/globals";
import type { Page } from "playwright-core";
import { eventually } from "../../infra/local/test/support/eventually.ts";
import { DESKTOP, launchBrowser, visit } from "../support/cloud/browser.ts";
import { sharedCloud } from "../support/cloud/shared-cloud.ts";
import { register } from "../support/dashboard/register.ts";

const [cloud, browser] = await Promise.all([sharedCloud(), launchBrowser()]);

/** While the test receiver's list stays the same, what a person opened in it stays open. */
async function expectKeptOpen(page: Page): Promise<void> {
  const path = String(await page.locator("[data-live]").getAttribute("data-live"));
  let body: string | undefined;
  let looks = 0;
  await page.route(`**${path}`, async (route) => {
    body ??= await (await route.fetch()).text();
    await route.fulfill({ contentType: "text/html", body });
    looks++;
  });
  /** The page has drawn a list when it looks again. */
  const twoLooks = () => {
    const from = looks;
    return eventually(async () => looks >= from + 2);
  };
  await twoLooks();
  const request = page.locator("[data-live] details").first();
  await request.evaluate((details: HTMLDetailsElement) => {
    details.open = true;
  });
  await twoLooks();
  expect(await request.getAttribute("open")).not.toBeNull();
  await page.unrouteAll({ behavior: "ignoreErrors" });
}

const browsers: [string, boolean][] = [
  ["with JavaScript", true],
  ["without JavaScript", false],
];

test.each(browsers)(
  "five clicks lead from the emailed link to a paid driver and a verified webhook, %s",
  async (_, javaScriptEnabled) => {
    const page = await visit(browser, { javaScriptEnabled });
    const link = await register(cloud, page, "Acme Fleet");
    let clicks = 0;
    const click = async (name: string | RegExp) => {
      clicks++;
      const clicked = page.getByRole("button", { name }).first().click();
      // A reload while the next page opens is an error.
      await Promise.all([clicked, ...(javaScriptEnabled ? [] : [page.waitForEvent("load")])]);
    };
    clicks++;
    await page.goto(link);
    await click("Create account and sign in");
    await click("Create a driver");
    await click(/^Pay /);
    const paid = page.getByRole("listitem").filter({ hasText: "payment.completed" });
    // The test receiver is live with JavaScript. Without it, the page is loaded again.
    if (!javaScriptEnabled) {
      clicks++;
      await eventually(async () => {
        await page.reload();
        return (await paid.count()) > 0;
      });
    }
    await paid.getByText("signature verified").waitFor();
    await page.getByText("Completed", { exact: true }).first().waitFor();
    expect(clicks).toBeLessThanOrEqual(5);
    if (javaScriptEnabled) await expectKeptOpen(page);
  },
);

test.each(browsers)(
  "with the keyboard, an admin asks for live access, withdraws, and filters earnings %s",
  async (_, javaScriptEnabled) => {
    const page = await visit(browser, { viewport: DESKTOP, javaScriptEnabled });
    await page.goto(await register(cloud, page, "Live Fleet"));
    const press = async (name: string) => {
      await page.getByRole("button", { name, exact: true }).first().focus();
      await page.keyboard.press("Enter");
    };
    await press("Create account and sign in");
    await page.getByRole("heading", { name: "First steps" }).waitFor();
    await page.goto(`${cloud.url}/developers/account/test/go-live`);
    await press("Ask for live access");
    const business = page.getByLabel("What your drivers do");
    await business.fill("Couriers in Boston");
    await press("Send the request");
    const summary = page.getByRole("alert");
    await summary.getByRole("link", { name: "Choose how many drivers you expect." }).waitFor();
    expect(await business.inputValue()).toBe("Couriers in Boston");
    await page.getByLabel("Drivers in the first three months").selectOption("to_1000");
    await page.getByLabel("Payouts a month").selectOption("under_50k");
    await page.getByLabel("Day of the first live payout").fill("2099-01-01");
    await press("Send the request");
    await page.getByText("We have your request.").waitFor();
    await press("Withdraw");
    await press("Withdraw the request");
    await page.getByText("Your request is withdrawn.").waitFor();
    await page.goto(`${cloud.url}/developers/drivers/test/earnings`);
    await page.locator("summary", { hasText: "Gig platform" }).focus();
    await page.keyboard.press("Enter");
    await page.getByLabel("Gig platform").fill("uber");
    await page.keyboard.press("Enter");
    await page.getByRole("link", { name: "Gig platform: uber" }).focus();
    await page.keyboard.press("Enter");
    await page.locator("summary", { hasText: "Gig platform" }).waitFor();
    expect(new URL(page.url()).search).toBe("");
  },
);
