import { expect, test } from "@jest/globals";
import { axeFindings, complaintsOf, launchBrowser, picture, visit } from "../support/cloud/browser.ts";
import { postForm } from "../support/cloud/browserless.ts";
import { freshAddress, freshEmail } from "../support/cloud/cloud.ts";
import { linkIn, mailTo } from "../support/cloud/mailbox.ts";
import { sharedCloud } from "../support/cloud/shared-cloud.ts";
import { newPartner } from "../support/partner/platform.ts";
import { invited } from "../support/partner/savings.ts";
import { inspect } from "../support/pictures/inspect.ts";

const SIGNUPS = "/api/agent/signups";
const MAX_BYTES = 60 * 1024;

const [cloud, browser] = await Promise.all([sharedCloud(), launchBrowser()]);
const signup = async (json: object = {}) => {
  const email = freshEmail();
  return { email, ...(await cloud.post(SIGNUPS, { email, ...json }, { from: freshAddress() })).json };
};
const confirmed = async () => {
  const { email, signup_id } = await signup();
  const link = linkIn(await mailTo(cloud, email));
  await postForm(cloud, link, { consent: "yes" });
  return { signup_id, link };
};
const waiting = await signup();
const joined = await confirmed();
const opened = await confirmed();
await cloud.command("open-account", { signup_id: opened.signup_id });
const link = linkIn(await mailTo(cloud, waiting.email));
const partner = await newPartner(cloud);
const consent = { platform: "doordash", redirect_url: "https://app.example.com/home" };
const ask = async () => {
  const { state } = await partner.create(`/v1/earnings/${(await partner.driver()).id}/connect`, consent);
  return `/connect/${state}`;
};

const PAGES: Record<string, string> = {
  home: "/",
  "home in Spanish": "/?lang=es",
  "home with an estimate": "/?filing_status=single&magi=160500#check",
  thanks: "/waitlist/thanks",
  privacy: "/privacy",
  terms: "/terms",
  missing: "/nothing",
  "ask for the mail": `/signup/${waiting.signup_id}`,
  mailed: `/signup/${waiting.signup_id}/mailed`,
  confirm: link,
  "not me": `${link}/not-me`,
  "waitlist joined": `/signup/${joined.signup_id}`,
  "account opened": `/signup/${opened.signup_id}`,
  receipt: opened.link,
  sandbox: `/signup/${(await signup({ sandbox: true })).signup_id}`,
  "unknown link": "/signup/svc_sgn_nothing",
  consent: await ask(),
  "consent answered": await ask(),
};
const pathOf = (name: string) => cloud.url + PAGES[name];
await postForm(cloud, PAGES["consent answered"] ?? "", { decision: "refuse" });

test.each(Object.keys(PAGES))("the page %p is light and still, and has no findings of axe", async (name) => {
  const page = await visit(browser, { bypassCSP: true });
  const complaints = complaintsOf(page);
  const response = await page.goto(pathOf(name));
  expect((await response?.body())?.length).toBeLessThan(MAX_BYTES);
  expect(await page.evaluate(layoutShift)).toBe(0);
  await inspect(page, name.replaceAll(" ", "-"));
  const [isGone = ""] = /404|410/.exec(`${response?.status()}`) ?? [];
  expect(complaints).toEqual(isGone ? [expect.stringContaining(isGone)] : []);

  await page.emulateMedia({ forcedColors: "active" });
  const bare = await page.locator("main button:visible, main .button:visible").evaluateAll((buttons) =>
    buttons
      .filter((button) => {
        const { borderTopWidth, borderTopStyle } = getComputedStyle(button);
        return Number.parseFloat(borderTopWidth) === 0 || borderTopStyle === "none";
      })
      .map((button) => button.textContent),
  );
  expect(bare).toEqual([]);
});

/** The sum of the page's layout shifts so far (web.dev's CLS, without its windows). */
const layoutShift = () =>
  new Promise<number>((resolve) => {
    new PerformanceObserver((list, observer) => {
      observer.disconnect();
      const shifts = list.getEntries() as (PerformanceEntry & { value: number })[];
      resolve(shifts.reduce((sum, { value }) => sum + value, 0));
    }).observe({ type: "layout-shift", buffered: true });
    setTimeout(() => resolve(0), 50);
  });

test.each(["en", "es"])(
  "the consent to save, in %s, shows its choice within 900 px of a phone",
  async (locale) => {
    const page = await visit(browser, { locale });
    await page.goto(cloud.url + (await invited(partner, (await partner.driver()).id)));
    const [choice, consent, tax] = await Promise.all(
      [page.locator("[name=rule]").first(), page.locator("[name=consent]"), page.locator(".legal")].map(
        async (part) => (await part.boundingBox())?.y ?? 0,
      ),
    );
    expect([choice, tax, consent]).toEqual([choice, tax, consent].toSorted((a = 0, b = 0) => a - b));
    expect(choice).toBeLessThanOrEqual(900);
  },
);

test("a failing table shows an accessible page", async () => {
  const page = await visit(browser, { bypassCSP: true });
  await cloud.inject({ kind: "error", action: "dynamodb:GetItem" });
  await page.goto(pathOf("waitlist joined"));
  await cloud.inject();
  await page.getByRole("heading", { name: "Something went wrong" }).waitFor();
  await picture(page, "something-went-wrong-phone");
  expect(await axeFindings(page)).toEqual([]);
});

test("a rate-limited visitor sees an accessible page", async () => {
  const page = await visit(browser, { bypassCSP: true });
  await page.goto(pathOf("ask for the mail"));
  // The browser's address, that of this machine, may try more than others.
  const from = freshAddress();
  const send = () => postForm(cloud, PAGES["ask for the mail"] ?? "", {}, { from });
  for (let i = 0; i < 10; i++) await send();
  await page.route("**/signup/**", async (route) => {
    const { status, text: body } = await send();
    await route.fulfill({ status, body, contentType: "text/html" });
  });
  await page.getByRole("button", { name: "Email me the confirmation link" }).click();
  await page.getByRole("heading", { name: "Too many attempts" }).waitFor();
  await picture(page, "too-many-requests-phone");
  expect(await axeFindings(page)).toEqual([]);
});

test.each([true, false])(
  "mistakes are summarised first and keep the typed values, and a valid address joins the waitlist (JavaScript: %p)",
  async (javaScriptEnabled) => {
    const page = await visit(browser, { javaScriptEnabled, bypassCSP: true });
    await page.goto(cloud.url);
    const form = page.locator('form[action="/api/waitlist"]');
    await form.getByLabel("Email").fill("ana@nowhere");
    // A browser enforces the length of typed text, but a form filler may exceed it.
    await form.getByLabel("First name").evaluate((input) => input.removeAttribute("maxlength"));
    await form.getByLabel("First name").fill("x".repeat(101));
    await form.getByRole("button").click();

    const summary = form.locator("[data-mistakes]");
    await summary.getByRole("link", { name: /email address/ }).waitFor();
    expect(await summary.evaluate((node) => node === document.activeElement)).toBe(true);
    expect(await form.getByLabel("Email").inputValue()).toBe("ana@nowhere");
    for (const [label, words] of [
      ["Email", "Enter an email address like ana@example.com."],
      ["First name", "Enter your first name on one line, up to 100 characters."],
    ] as const) {
      const field = form.getByLabel(label);
      expect(await field.getAttribute("aria-invalid")).toBe("true");
      const described = await field.getAttribute("aria-describedby");
      expect(await page.locator(`#${described}`).textContent()).toBe(words);
    }
    await picture(page, `waitlist-mistakes-${javaScriptEnabled ? "with" : "without"}-javascript-phone`);
    if (javaScriptEnabled) expect(await axeFindings(page)).toEqual([]);
    await summary.getByRole("link", { name: /Enter your first name/ }).click();
    expect(await form.getByLabel("First name").evaluate((node) => node === document.activeElement)).toBe(
      true,
    );

    await form.getByLabel("First name").fill("Ana");
    await form.getByLabel("Email").fill(freshEmail());
    await form.getByRole("button").click();
    await page
      .getByText(/You're on the list/)
      .first()
      .waitFor();
  },
);

test("the checker's script draws the same answer as the server", async () => {
  const page = await visit(browser);
  const drawn = () => page.locator("[data-answer]").evaluate((answer) => answer.outerHTML);
  await page.goto(`${cloud.url}/?filing_status=single&magi=160500`);
  const byServer = await drawn();

  await page.goto(cloud.url);
  const form = page.locator("[data-check]");
  await form.getByLabel("Filing status").selectOption("single");
  await form.getByLabel("Your income").fill("$160,500");
  await form.getByRole("button").click();
  await page.getByText("You: $160,500").waitFor();
  expect(page.url()).toBe(`${cloud.url}/`);
  expect(await drawn()).toBe(byServer);
});
