import { describe, expect, test } from "@jest/globals";
import { DESKTOP, launchBrowser, PHONE, picture, visit } from "../support/cloud/browser.ts";
import { postForm } from "../support/cloud/browserless.ts";
import { freshAddress, freshEmail, startCloud } from "../support/cloud/cloud.ts";
import { linkIn, mailTo } from "../support/cloud/mailbox.ts";
import { newPartner } from "../support/partner/platform.ts";

const MAX_BYTES = 60 * 1024;
const LANGUAGES = ["en", "es"] as const;

const paths: Record<string, string> = {
  home: "/",
  estimate: "/?filing_status=single&magi=160500#check",
  thanks: "/waitlist/thanks",
  privacy: "/privacy",
  terms: "/terms",
  missing: "/nowhere",
};

const [cloud, browser] = await Promise.all([startCloud(), launchBrowser()]);
const signup = async () => {
  const email = freshEmail();
  const { json } = await cloud.post("/api/agent/signups", { email }, { from: freshAddress() });
  return { path: `/signup/${json.signup_id}`, link: linkIn(await mailTo(cloud, email)) };
};
const [waiting, joined, declined] = [await signup(), await signup(), await signup()];
await postForm(cloud, joined.link, { consent: "yes" });
await postForm(cloud, `${declined.link}/not-me`);
const partner = await newPartner(cloud);
const { id } = await partner.driver();
const consent = { platform: "uber", redirect_url: "https://app.example.com/back" };
const { state } = await partner.create(`/v1/earnings/${id}/connect`, consent);
Object.assign(paths, {
  "ask for the mail": waiting.path,
  mailed: `${waiting.path}/mailed`,
  confirm: waiting.link,
  "not me": `${waiting.link}/not-me`,
  "used link": declined.link,
  joined: joined.path,
  consent: `/connect/${state}`,
});

const NAMES = [
  ...Object.keys(paths),
  ...["ask for the mail", "mailed", "confirm", "not me", "used link", "joined", "consent"],
];

describe.each(LANGUAGES)("in the language %p", (language) => {
  test.each(NAMES)(
    "the page %p is light, does not move, and its buttons have borders in forced colours",
    async (name) => {
      const page = await visit(browser, { locale: language });
      const loaded: { type: string; bytes: number }[] = [];
      page.on("response", async (response) => {
        const bytes = (await response.body()).length;
        loaded.push({ type: response.request().resourceType(), bytes });
      });
      await page.goto(cloud.url + paths[name], { waitUntil: "networkidle" });
      const ofType = (type: string) => loaded.filter((each) => each.type === type);
      expect(ofType("document").map(({ bytes }) => bytes <= MAX_BYTES)).toEqual([true]);
      expect(ofType("stylesheet").length).toBeLessThanOrEqual(1);
      expect(ofType("script").length).toBeLessThanOrEqual(1);
      expect(ofType("font")).toEqual([]);
      expect(await page.evaluate(layoutShift)).toBe(0);
      expect(await page.locator("html").getAttribute("lang")).toBe(language);

      await page.emulateMedia({ colorScheme: "dark" });
      await page.setViewportSize(DESKTOP);
      await picture(page, `${name.replaceAll(" ", "-")}-${language}-desktop`);
      await page.setViewportSize(PHONE);
      await page.emulateMedia({ colorScheme: "light", forcedColors: "active" });
      const invisible = await page.locator("main button:visible, main .button:visible").evaluateAll((all) =>
        all
          .filter((button) => {
            const { borderTopWidth, borderTopStyle } = getComputedStyle(button);
            return Number.parseFloat(borderTopWidth) === 0 || borderTopStyle === "none";
          })
          .map((button) => button.textContent),
      );
      expect(invisible).toEqual([]);
      await picture(page, `${name.replaceAll(" ", "-")}-${language}-forced-colours`);
    },
  );
});

/** The sum of the page's layout shifts (web.dev's CLS, without its windows). */
const layoutShift = () =>
  new Promise<number>((resolve) => {
    let sum = 0;
    const observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) sum += (entry as PerformanceEntry & { value: number }).value;
    });
    observer.observe({ type: "layout-shift", buffered: true });
    setTimeout(() => resolve(sum), 100);
  });
