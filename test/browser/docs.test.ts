import { expect, test } from "@jest/globals";
import { axeFindings, launchBrowser, looks, picture, visit } from "../support/cloud/browser.ts";
import { sharedCloud } from "../support/cloud/shared-cloud.ts";

const [cloud, browser] = await Promise.all([sharedCloud(), launchBrowser()]);

/** A page of each kind, and each guide. */
const PAGES: Record<string, string> = {
  overview: "/docs",
  "quick start": "/docs/quick-start",
  platform: "/docs/platform",
  assistants: "/docs/assistants",
  testing: "/docs/testing",
  webhooks: "/docs/webhooks",
  statuses: "/docs/statuses",
  versioning: "/docs/versioning",
  changelog: "/docs/changelog",
  "agent list": "/docs/agent",
  "operation without a key": "/docs/agent/start-signup",
  "operation with a key": "/docs/v1-payments/create-payout",
  errors: "/docs/errors",
  error: "/docs/errors/idempotency_key_reused",
  events: "/docs/events",
  event: "/docs/events/payment.failed",
  "all pages": "/docs/pages",
  "missing page": "/docs/nothing",
};

test.each(Object.entries(PAGES))("the page %p has no axe findings and no overflow", async (name, path) => {
  const page = await visit(browser, { bypassCSP: true });
  const complaints: string[] = [];
  page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(error.message));
  const response = await page.goto(cloud.url + path);
  for (const { device, viewport, colorScheme } of looks) {
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await picture(page, `docs-${name.replaceAll(" ", "-")}-${device}`);
    expect([device, await axeFindings(page)]).toEqual([device, []]);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect([device, overflow <= 0]).toEqual([device, true]);
  }
  expect(complaints.filter((text) => !text.includes("404"))).toEqual([]);
  expect(response?.status()).toBe(path === "/docs/nothing" ? 404 : 200);
});
