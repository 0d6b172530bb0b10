import { expect, test } from "@jest/globals";
import { axeFindings, DESKTOP, launchBrowser, visit } from "../support/cloud/browser.ts";
import { sharedCloud } from "../support/cloud/shared-cloud.ts";
import { register } from "../support/dashboard/register.ts";

const [cloud, browser] = await Promise.all([sharedCloud(), launchBrowser()]);

const browsers: [string, boolean][] = [
  ["with JavaScript", true],
  ["without JavaScript", false],
];

test.each(browsers)("the emailed link leads to a driver who is added, edited and paid, %s", async (_, js) => {
  const page = await visit(browser, { javaScriptEnabled: js });
  await page.goto(await register(cloud, page, "Acme Fleet"));
  const click = (name: string) => page.getByRole("button", { name, exact: true }).first().click();
  await click("Create account and sign in");
  await page.getByRole("link", { name: /^Start/ }).click();
  await click("Add driver");
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("First name").fill("Ana");
  await dialog.getByLabel("Last name").fill("Ng");
  await dialog.getByLabel("Email").fill("ana@example.com");
  await dialog.getByLabel("Occupation").fill("9");
  await click("Add");
  await page.getByRole("alert").getByText("Enter the Treasury's three-digit code").waitFor();
  await dialog.getByLabel("Occupation").fill("802");
  await click("Add");
  await page.getByRole("heading", { name: "Ana Ng" }).waitFor();
  await click("Edit");
  await dialog.getByLabel("Last name").fill("Ngo");
  await click("Save");
  await page.getByRole("heading", { name: "Ana Ngo" }).waitFor();
  await click("Pay driver");
  await click("Check first");
  await dialog.getByText("This works now").waitFor();
  if (js) expect(await axeFindings(page)).toEqual([]);
  await click("Pay now");
  await page.getByRole("heading", { name: "Payout of $125.00" }).waitFor();
  await page.getByText("Completed", { exact: true }).first().waitFor();
});

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
