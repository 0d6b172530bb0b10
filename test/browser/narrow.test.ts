import { describe, expect, test } from "@jest/globals";
import type { BrowserContextOptions } from "playwright-core";
import { allDocsEntries } from "../../shared/pages/docs/docs-sections.ts";
import { launchBrowser, orEach, picture, visit } from "../support/cloud/browser.ts";
import { freshAddress, freshEmail } from "../support/cloud/cloud.ts";
import { linkIn, mailTo } from "../support/cloud/mailbox.ts";
import { sharedCloud } from "../support/cloud/shared-cloud.ts";
import { newPartner } from "../support/partner/platform.ts";

const made = new Map<string, string>();

const [cloud, browser] = await Promise.all([sharedCloud(), launchBrowser()]);
const email = freshEmail();
const { json } = await cloud.post("/api/agent/signups", { email }, { from: freshAddress() });
const confirm = linkIn(await mailTo(cloud, email));
const partner = await newPartner(cloud);
const { id } = await partner.driver();
const consent = await partner.create(`/v1/earnings/${id}/connect`, {
  platform: "doordash",
  redirect_url: "https://app.example.com/connected",
});
made.set("signup", `/signup/${json.signup_id}`);
made.set("mailed", `/signup/${json.signup_id}/mailed`);
made.set("confirm", confirm);
made.set("not me", `${confirm}/not-me`);
made.set("consent", new URL(consent.authorization_url).pathname);

const FIXED = [
  ...["/", "/?filing_status=single&magi=160500#check", "/?lang=es", "/waitlist/thanks", "/privacy", "/terms"],
  ...["/nothing", "/docs/nothing", "/developers", ...allDocsEntries.map(({ path }) => path)],
];
const MADE = ["signup", "mailed", "confirm", "not me", "consent"];

/** The smallest width that WCAG 1.4.10 names, and 200 % zoom of a desktop (1.4.4). */
const WIDTHS: [string, BrowserContextOptions][] = [
  ["320 pixels wide", { viewport: { width: 320, height: 640 } }],
  ["a desktop at 200 %", { viewport: { width: 640, height: 400 }, deviceScaleFactor: 2 }],
];

describe.each(orEach(WIDTHS))("%s", (name, options) => {
  test("no public page scrolls sideways", async () => {
    const page = await visit(browser, options);
    for (const path of [...FIXED, ...MADE.map((each) => made.get(each) ?? "")]) {
      await page.goto(cloud.url + path);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect([path, Math.max(0, wide)]).toEqual([path, 0]);
    }
    await page.goto(`${cloud.url}/docs/statuses`);
    await picture(page, `statuses-${name.replaceAll(" ", "-").replace("%", "percent")}`);
  });
});

test("in forced colours, the pictures of statuses have lines and words", async () => {
  const page = await visit(browser, { forcedColors: "active", colorScheme: "dark" });
  await page.goto(`${cloud.url}/docs/statuses`);
  await picture(page, "statuses-forced-colours");
  const drawn = await page
    .locator(".diagram rect")
    .first()
    .evaluate((node) => {
      const { fill, stroke } = getComputedStyle(node);
      return fill !== stroke;
    });
  expect(drawn).toBe(true);
});
