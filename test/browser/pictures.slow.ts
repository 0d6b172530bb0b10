import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { setClock } from "../../infra/local/test/support/clock-ahead.ts";
import { launchBrowser, looks, visit } from "../support/cloud/browser.ts";
import { postForm } from "../support/cloud/browserless.ts";
import { freshAddress, freshEmail, startCloud } from "../support/cloud/cloud.ts";
import { linkIn, mailTo } from "../support/cloud/mailbox.ts";
import { type Account, emptyAccount, uglyAccount } from "../support/pictures/accounts.ts";
import { unreadableCells } from "../support/pictures/inspect.ts";
import { hold } from "../support/pictures/still.ts";
import { difference, drawsAlike } from "../support/pictures/stored.ts";
import type { Partner } from "../support/partner/platform.ts";
import { artifactsDir } from "../support/process/artifacts.ts";
import { AGREE, actAs, confirmedPerson, invited } from "../support/partner/savings.ts";
import { pathOfRoute, rights } from "../support/dashboard/routes.ts";

const dataDir = join(artifactsDir, "pictures-cloud");
rmSync(dataDir, { recursive: true, force: true });
mkdirSync(dataDir, { recursive: true });
setClock(dataDir, Date.parse("2027-03-02T15:00Z"));
const [cloud, browser] = await Promise.all([startCloud({ dataDir }), launchBrowser()]);

const isAlike = await drawsAlike(browser);
const [suite, each] = isAlike ? [describe.each, test.each] : [describe.skip.each, test.skip.each];

const accounts: Record<string, Account> = {};
const people: Record<string, string> = {};
if (isAlike) {
  const ugly = await uglyAccount(cloud);
  Object.assign(accounts, { ugly, empty: await emptyAccount(cloud) });
  await cloud.advanceTo(Date.parse("2027-03-03T09:00Z"));
  Object.assign(people, await personPages(ugly.partner));
  // A session lasts half a day.
  for (const { visitor } of Object.values(accounts)) await visitor.signIn();
}

const DOCS = [
  "/docs",
  "/docs/quick-start",
  "/docs/platform",
  "/docs/libraries",
  "/docs/webhooks",
  "/docs/statuses",
  "/docs/testing",
  "/docs/errors",
  "/docs/events",
  "/docs/v1-payments",
  "/docs/v1-payments/create-payout",
  "/docs/search?q=429",
  "/docs/pages",
  "/docs/changelog",
];
const ENGLISH = ["/developers", "/terms", "/docs/nowhere"];
const PUBLIC = [
  "/",
  "/?filing_status=single&magi=160500",
  "/?weekly=25&years=40&rate=7",
  "/waitlist/thanks",
  "/privacy",
  "/nowhere",
];

/** The pages that an email or a partner's app leads to. */
async function personPages(partner: Partner): Promise<Record<string, string>> {
  const email = freshEmail();
  const waiting = (await cloud.post("/api/agent/signups", { email }, { from: freshAddress() })).json
    .signup_id;
  const link = linkIn(await mailTo(cloud, email));
  const joined = await confirmedPerson(cloud);
  const declined = freshEmail();
  await cloud.post("/api/agent/signups", { email: declined }, { from: freshAddress() });
  const canceled = linkIn(await mailTo(cloud, declined));
  await postForm(cloud, `${canceled}/not-me`);
  const driver = async () => (await partner.driver()).id;
  const consent = { platform: "uber", redirect_url: "https://app.example.com/back" };
  const { state } = await partner.create(`/v1/earnings/${await driver()}/connect`, consent);
  const savings = await invited(partner, await driver());
  const saver = await driver();
  const saving = await invited(partner, saver);
  await actAs(partner, saver, AGREE);
  return {
    signup: `/signup/${waiting}`,
    mailed: `/signup/${waiting}/mailed`,
    confirm: link,
    "not-me": `${link}/not-me`,
    canceled,
    joined: joined.link,
    consent: `/connect/${state}`,
    savings,
    saving,
    "saving-change": `${saving}/change`,
    "saving-stop": `${saving}/stop`,
  };
}

async function look(
  name: string,
  path: string,
  options: { locale?: string; account?: Account } = {},
): Promise<void> {
  const page = await visit(browser, { locale: options.locale ?? "en" });
  if (options.account) await page.context().addCookies(options.account.visitor.cookiesAt(cloud.url));
  const response = await page.goto(cloud.url + path);
  expect([page.url(), (response?.status() ?? 500) < 500]).toEqual([cloud.url + path, true]);
  await hold(page);
  const screenshots: Record<string, Buffer> = {};
  for (const { device, viewport, colorScheme } of looks) {
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    screenshots[device] = await page.screenshot({ fullPage: true });
    expect([name, device, await unreadableCells(page)]).toEqual([name, device, []]);
  }
  expect(difference(name, screenshots)).toBeUndefined();
}

const slug = (path: string) => path.replace(/^\W+|\W+$/g, "").replace(/\W+/g, "-") || "home";

/** The pages of the dashboard that a member opens without a secret in the address. */
const dashboardRoutes = rights
  .map(([route]) => route)
  .filter(
    (route) => route.startsWith("GET ") && !/\{(view|proof|year|date)\}|\/(received|timeline)$/.test(route),
  );

suite(["ugly", "empty"])("in the %s account", (of) => {
  test.each(dashboardRoutes.filter((route) => of === "ugly" || !/\{(?!mode)/.test(route)))(
    "%s looks as it did",
    async (route) => {
      const account = accounts[of] as Account;
      await look(
        `${of}-${slug(route.replace("GET /developers/", ""))}`,
        // Of the requests that succeed, the page has some of each minute.
        pathOfRoute(route, account.ids) + (route.endsWith("/requests") ? "?status=failed" : ""),
        { account },
      );
    },
  );
});

suite(["en", "es"])("in the language %s", (locale) => {
  test.each([
    ...PUBLIC,
    "signup",
    "mailed",
    "confirm",
    "not-me",
    "canceled",
    "joined",
    "consent",
    "savings",
    "saving",
    "saving-change",
    "saving-stop",
  ])("%s looks as it did", async (name) => look(`${locale}-${slug(name)}`, people[name] ?? name, { locale }));
});

each([...DOCS, ...ENGLISH])("%s looks as it did", async (path) => look(slug(path), path));
