import { expect, test } from "@jest/globals";
import { axeFindings, launchBrowser, looks, picture, visit } from "../support/cloud/browser.ts";
import { postForm } from "../support/cloud/browserless.ts";
import { freshAddress, freshEmail, startCloud } from "../support/cloud/cloud.ts";
import { linkIn, mailTo } from "../support/cloud/mailbox.ts";
import { newPartner } from "../support/partner/platform.ts";

const SIGNUPS = "/api/agent/signups";

const paths = new Map<string, string>();
const fixed: Record<string, string> = {
  home: "/",
  "home with an estimate": "/?filing_status=single&magi=160500#check",
  thanks: "/waitlist/thanks",
};
const pathOf = (name: string) => fixed[name] ?? paths.get(name) ?? "/missing";

const [cloud, browser] = await Promise.all([startCloud(), launchBrowser()]);
const signup = async (json: object = {}) => {
  const email = freshEmail();
  return { email, ...(await cloud.post(SIGNUPS, { email, ...json }, { from: freshAddress() })).json };
};
const [waiting, joined, opened, sandbox] = [
  await signup(),
  await signup(),
  await signup(),
  await signup({ sandbox: true }),
];
for (const { email } of [joined, opened]) {
  const owned = linkIn(await mailTo(cloud, email));
  await postForm(cloud, owned, { consent: "yes" });
  paths.set("receipt", owned);
}
await cloud.command("open-account", { signup_id: opened.signup_id });
const link = linkIn(await mailTo(cloud, waiting.email));
paths.set("ask for the mail", `/signup/${waiting.signup_id}`);
paths.set("mailed", `/signup/${waiting.signup_id}/mailed`);
paths.set("confirm", link);
paths.set("not me", `${link}/not-me`);
paths.set("waitlist joined", `/signup/${joined.signup_id}`);
paths.set("account opened", `/signup/${opened.signup_id}`);
paths.set("sandbox", `/signup/${sandbox.signup_id}`);
paths.set("unknown link", "/signup/svc_sgn_nothing");
const partner = await newPartner(cloud);
const connections = `/v1/earnings/${(await partner.driver()).id}/connect`;
for (const name of ["consent", "consent answered"]) {
  const consent = { platform: "doordash", redirect_url: "https://app.example.com/home" };
  paths.set(name, `/connect/${(await partner.create(connections, consent)).state}`);
}
await postForm(cloud, pathOf("consent answered"), { decision: "refuse" });

const MADE = [
  ...["ask for the mail", "mailed", "confirm", "not me"],
  ...["waitlist joined", "account opened", "receipt", "sandbox", "unknown link"],
  ...["consent", "consent answered"],
];
const NAMES = [...Object.keys(fixed), ...MADE];

test.each(NAMES)("the page %p has no axe findings, console errors or overflow", async (name) => {
  const page = await visit(browser, { bypassCSP: true });
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error") complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(String(error)));
  const response = await page.goto(cloud.url + pathOf(name));
  for (const { device, viewport, colorScheme } of looks) {
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await picture(page, `${name.replaceAll(" ", "-")}-${device}`);
    expect([device, await axeFindings(page)]).toEqual([device, []]);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect([device, overflow <= 0]).toEqual([device, true]);
  }
  const [isGone = ""] = /404|410/.exec(`${response?.status()}`) ?? [];
  const expected = isGone ? [expect.stringContaining(isGone)] : [];
  expect(complaints).toEqual(expected);
});

test("a failing table shows an accessible page", async () => {
  const page = await visit(browser, { bypassCSP: true });
  await cloud.inject({ kind: "error", action: "dynamodb:GetItem" });
  await page.goto(cloud.url + pathOf("waitlist joined"));
  await cloud.inject();
  await page.getByRole("heading", { name: "Something went wrong" }).waitFor();
  await picture(page, "something-went-wrong-phone");
  expect(await axeFindings(page)).toEqual([]);
});

test("a rate-limited visitor sees an accessible page", async () => {
  const page = await visit(browser, { bypassCSP: true });
  await page.goto(cloud.url + pathOf("ask for the mail"));
  const mine = { from: "127.0.0.1" };
  for (let i = 0; i < 10; i++) await postForm(cloud, pathOf("ask for the mail"), {}, mine);
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
