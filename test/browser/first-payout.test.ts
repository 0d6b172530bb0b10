import { describe, expect, test } from "@jest/globals";
import type { Page } from "playwright-core";
import { eventually } from "../../infra/local/test/support/eventually.ts";
import { launchBrowser, visit } from "../support/cloud/browser.ts";
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

describe.each([
  ["with JavaScript", true],
  ["without JavaScript", false],
])("the first payout, %s", (_, javaScriptEnabled) => {
  test("five clicks lead from the emailed link to a paid driver and a verified webhook", async () => {
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
  });
});
