import { describe, expect, test } from "@jest/globals";
import type { Page } from "playwright-core";
import { axeFindings, DESKTOP, launchBrowser, picture, visit } from "../support/cloud/browser.ts";
import { sharedCloud } from "../support/cloud/shared-cloud.ts";

const [cloud, browser] = await Promise.all([sharedCloud(), launchBrowser()]);

const focused = (page: Page) =>
  page.evaluate(() => document.activeElement?.getAttribute("href") ?? document.activeElement?.id);

test("slash opens it, the arrows walk the results, and Enter opens one", async () => {
  const page = await visit(browser, { viewport: DESKTOP, bypassCSP: true });
  const fetched: string[] = [];
  page.on("request", (request) => fetched.push(new URL(request.url()).pathname));
  await page.goto(`${cloud.url}/docs/webhooks`);
  expect(fetched).not.toContain("/docs/search.json");

  await page.keyboard.press("/");
  expect(await focused(page)).toBe("search");
  await page.keyboard.type("bank account");
  const dialog = page.getByRole("dialog", { name: "Search the documentation" });
  await dialog.getByRole("link", { name: /^Add a bank account/ }).waitFor();
  expect(fetched).toContain("/docs/search.json");
  await picture(page, "docs-search-desktop");
  expect(await axeFindings(page)).toEqual([]);

  const links = await dialog
    .locator("li a")
    .evaluateAll((anchors) => anchors.map((a) => a.getAttribute("href")));
  await page.keyboard.press("ArrowDown");
  expect(await focused(page)).toBe(links[0]);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.waitForURL(cloud.url + links[1]);
});

test("Enter in the field opens the first result, and Escape closes the search", async () => {
  const page = await visit(browser);
  await page.goto(`${cloud.url}/docs`);
  await page.getByRole("link", { name: "Search" }).click();
  await page.keyboard.press("Escape");
  expect(await page.getByRole("dialog").count()).toBe(0);
  await page.getByRole("link", { name: "Search" }).click();
  await page.keyboard.type("parameter_unk");
  await page
    .getByRole("dialog")
    .getByRole("link", { name: /^parameter_unknown/ })
    .waitFor();
  await page.keyboard.press("Enter");
  await page.waitForURL(`${cloud.url}/docs/errors/parameter_unknown`);
});

test("the address of a question opens the search with it", async () => {
  const page = await visit(browser);
  await page.goto(`${cloud.url}/docs/search?q=429`);
  await page.getByRole("dialog").getByText("rate_limit_exceeded").first().waitFor();
});

test("without JavaScript, the link leads to a page that says so, and to all pages", async () => {
  const page = await visit(browser, { javaScriptEnabled: false });
  await page.goto(`${cloud.url}/docs`);
  await page.getByRole("link", { name: "Search" }).click();
  await page.waitForURL(`${cloud.url}/docs/search`);
  await page.getByText("The search needs JavaScript").waitFor();
  await page.getByRole("link", { name: "the list of all pages" }).click();
  await page.waitForURL(`${cloud.url}/docs/pages`);
});

test("a sandbox call shows its response, and its id is in the form of the next page", async () => {
  const page = await visit(browser);
  await page.goto(`${cloud.url}/docs/agent/start-signup`);
  await page.locator("details.try > summary").click();
  await page.getByRole("button", { name: "Send" }).click();
  await page.getByText("Received 201").waitFor({ state: "attached" });
  const text = await page.locator("[data-reply]").inputValue();
  expect(text).toMatch(/^201 Created\ncontent-type: application\/json/);
  const id = /"signup_id": "(\w+)"/.exec(text)?.[1] ?? "";
  await page.goto(`${cloud.url}/docs/agent/get-signup-status`);
  await page.locator("details.try > summary").click();
  expect(await page.locator("input[name=signup_id]").inputValue()).toBe(id);
});

describe("Send me one", () => {
  const received = async (page: Page, type: string) => {
    await page.getByText(`Received ${type}`).waitFor({ state: "attached" });
    return JSON.parse(await page.locator("[data-reply]").inputValue());
  };

  test("it gets a key by itself, and causes the event again and again", async () => {
    const page = await visit(browser, { bypassCSP: true });
    const type = "payment.refunded";
    await page.goto(`${cloud.url}/docs/events/${type}`);
    await page.getByRole("button", { name: "Send me one" }).click();
    const first = await received(page, type);
    expect([first.type, first.data.status]).toEqual([type, "refunded"]);
    expect(await axeFindings(page)).toEqual([]);
    await picture(page, "docs-send-me-one-phone");
    await page.reload();
    await page.getByRole("button", { name: "Send me one" }).click();
    const second = await received(page, type);
    expect(second.data.id).not.toBe(first.data.id);
  });

  test("where a driver must allow access, it waits for the reader to do so in another tab", async () => {
    const page = await visit(browser);
    const type = "earnings.platform.disconnected";
    await page.goto(`${cloud.url}/docs/events/${type}`);
    await page.getByRole("link", { name: "Get a sandbox key" }).click();
    await page.getByText("Your sandbox key and your IDs are in the samples").first().waitFor();
    await page.getByRole("button", { name: "Send me one" }).click();
    const opened = page.waitForEvent("popup");
    await page.getByRole("link", { name: "Allow access in a new tab" }).click();
    await (await opened).getByRole("button", { name: "Allow access" }).click();
    expect((await received(page, type)).type).toBe(type);
    expect(await page.getByRole("link", { name: "Allow access in a new tab" }).count()).toBe(0);
  });
});

test("without JavaScript, the documentation's buttons and forms are hidden", async () => {
  const page = await visit(browser, { javaScriptEnabled: false });
  await page.goto(`${cloud.url}/docs/agent/start-signup`);
  expect(await page.locator(".js-only").count()).toBeGreaterThan(0);
  expect(await page.locator(".js-only:visible").count()).toBe(0);
});
