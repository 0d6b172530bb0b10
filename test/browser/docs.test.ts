import { expect, test } from "@jest/globals";
import { errorsEntry, eventsEntry, guidePages } from "../../shared/site/docs/docs-guides.ts";
import { allDocsEntries } from "../../shared/site/docs/docs-sections.ts";
import { complaintsOf, isSlow, launchBrowser, picture, visit } from "../support/cloud/browser.ts";
import { sharedCloud } from "../support/cloud/shared-cloud.ts";
import { inspect, overflowOf } from "../support/pictures/inspect.ts";

const [cloud, browser] = await Promise.all([sharedCloud(), launchBrowser()]);

/** A page of each kind, and in the slow tier each guide. */
const PAGES: Record<string, string> = {
  overview: "/docs",
  platform: "/docs/platform",
  webhooks: "/docs/webhooks",
  statuses: "/docs/statuses",
  "agent list": "/docs/agent",
  "operation without a key": "/docs/agent/start-signup",
  "operation with a key": "/docs/v1-payments/create-payout",
  error: "/docs/errors/idempotency_key_reused",
  event: "/docs/events/payment.failed",
  "all pages": "/docs/pages",
  "missing page": "/docs/nothing",
  ...(isSlow &&
    Object.fromEntries([...guidePages, errorsEntry, eventsEntry].map(({ title, path }) => [title, path]))),
};

test.each(Object.entries(PAGES))("the page %p has no axe findings and no overflow", async (name, path) => {
  const page = await visit(browser, { bypassCSP: true });
  const complaints = complaintsOf(page);
  const response = await page.goto(cloud.url + path);
  await inspect(page, `docs-${name.replaceAll(" ", "-")}`);
  expect(complaints.filter((text) => !text.includes("404"))).toEqual([]);
  expect(response?.status()).toBe(path === "/docs/nothing" ? 404 : 200);
});

/** In the fast tier, those whose titles need the most room. */
const widest = allDocsEntries.toSorted((a, b) => b.title.length - a.title.length);

test("no page scrolls sideways on the smallest screen", async () => {
  const page = await visit(browser, { viewport: { width: 320, height: 640 } });
  for (const { path } of isSlow ? widest : widest.slice(0, 8)) {
    await page.goto(cloud.url + path);
    expect([path, await overflowOf(page)]).toEqual([path, 0]);
  }
});

test("in forced colours, the pictures of statuses have lines and words", async () => {
  const page = await visit(browser, { forcedColors: "active", colorScheme: "dark" });
  await page.goto(`${cloud.url}/docs/statuses`);
  await picture(page, "statuses-forced-colours");
  const [fill, stroke] = await page
    .locator(".diagram rect")
    .first()
    .evaluate((node) => [getComputedStyle(node).fill, getComputedStyle(node).stroke]);
  expect(fill).not.toBe(stroke);
});
