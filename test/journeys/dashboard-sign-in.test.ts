import { describe, expect, test } from "@jest/globals";
import { postForm } from "../support/cloud/browserless.ts";
import { freshAddress, freshEmail } from "../support/cloud/cloud.ts";
import { mailsTo } from "../support/cloud/mailbox.ts";
import { sharedCloud } from "../support/cloud/shared-cloud.ts";
import { DashboardVisitor, dashboardLinkAfter, hiddenIn } from "../support/dashboard/dashboard.ts";
import { pageOf } from "../support/page.ts";
import { newCompany } from "../support/partner/platform.ts";

const HOME = "/developers/home/test";
const ACCOUNT = "/developers/account/test";
const STEP_UP = "/developers/account/step-up";

const cloud = await sharedCloud();

const visitor = (email?: string) => new DashboardVisitor(cloud, email);

test("a form that was open for more than a day shows again what was typed, and another site's does not", async () => {
  const ana = visitor();
  const fields = { ...hiddenIn(await ana.call("/developers")), company: "Delta", email: ana.email };
  ana.forget("form");
  const post = (site: string) =>
    ana.submit("/developers/sign-in/register", fields, { "sec-fetch-site": site });
  const stranger = await post("cross-site");
  expect([stranger.status, stranger.text.includes("Delta")]).toEqual([403, false]);
  const late = await post("same-origin");
  expect(late.text).toContain("This page was open for more than a day");
  expect(pageOf(late).form("Create account").value("company")).toBe("Delta");
  const again = await ana.submit("/developers/sign-in/register", { ...fields, ...hiddenIn(late) });
  expect([again.status, again.headers.location]).toEqual([303, "/developers/sign-in/sent?new"]);
});

describe("an emailed link", () => {
  test("an unknown address gets the same answer, and no email", async () => {
    const { email } = await visitor().signIn("Epsilon");
    const [known, unknown] = [visitor(email), visitor()];
    const ask = async (asker: DashboardVisitor) => {
      const reply = await asker.post("/developers", "/developers/sign-in/ask", { email: asker.email });
      return [reply.status, reply.headers.location, reply.text];
    };
    expect(await ask(unknown)).toEqual(await ask(known));
    await cloud.advance("0s");
    expect(await mailsTo(cloud, unknown.email)).toEqual([]);
  });

  test("a link works once, in its own browser alone", async () => {
    const ana = visitor();
    const link = await ana.askForLink("Zeta");
    expect((await ana.call(HOME)).status).toBe(303);
    const stranger = visitor();
    const [opening, page] = [await stranger.call(link), await stranger.post("/developers", link)];
    expect([opening.status, page.status, page.text]).toEqual([
      403,
      403,
      expect.stringContaining("other browser"),
    ]);
    const opened = await ana.openLink(link);
    expect([opened.status, opened.headers.location]).toEqual([303, HOME]);
    const cookie = [opened.headers["set-cookie"] ?? []].flat().find((line) => line.startsWith("session="));
    expect(cookie).toMatch(/HttpOnly; SameSite=Lax; Max-Age=43200/);
    expect((await ana.openLink(link)).status).toBe(403);
    const again = await ana.call(link);
    expect([again.status, again.text]).toEqual([404, expect.stringContaining("works once")]);
  });

  test("an email says which its link does: it creates an account, signs in, or confirms a person", async () => {
    const ana = await visitor().signIn("Lambda");
    await visitor(ana.email).askForLink();
    await ana.post(HOME, STEP_UP, { next: HOME });
    await cloud.advance("0s");
    const verbs = (await mailsTo(cloud, ana.email)).map(({ subject }) =>
      subject.split(" ").slice(0, 3).join(" "),
    );
    expect(verbs.sort()).toEqual(["Confirm it's you", "Create your account", "Sign in at"]);
  });

  test("a link works for 15 minutes, and leads to no other site", async () => {
    const ana = visitor();
    const link = await ana.askForLink("Eta", { next: "//evil.example" });
    const late = await ana.askForLink("Eta");
    expect((await ana.openLink(link)).headers.location).toBe(HOME);
    await cloud.advance("15m");
    expect((await ana.call(late)).status).toBe(404);
  });

  test("a mailbox gets five links an hour, of which strangers can cause three", async () => {
    const ana = await visitor().signIn("Kappa");
    const emailsAfter = async (ask: () => Promise<unknown>) => {
      for (let n = 1; n <= 4; n++) await ask();
      await cloud.advance("0s");
      return (await mailsTo(cloud, ana.email)).length;
    };
    const askAs = (who: DashboardVisitor) =>
      who.post("/developers", "/developers/sign-in/ask", { email: ana.email });
    expect(await emailsAfter(() => askAs(visitor()))).toBe(3);
    await ana.post(HOME, "/developers/account/step-up", { next: HOME });
    await ana.post(HOME, "/developers/account/sign-out");
    expect(await emailsAfter(() => askAs(ana))).toBe(5);
    // The second one came to the browser in which she had signed in.
    await cloud.advance("1h");
    expect(await emailsAfter(() => askAs(visitor()))).toBe(8);
    await ana.signIn();
    expect((await ana.call(HOME)).status).toBe(200);
  });

  test("a source address may ask for five links a minute", async () => {
    const from = freshAddress();
    const ask = (email: string) =>
      postForm(cloud, "/developers", { email }, { from }, "/developers/sign-in/ask");
    const statuses = [];
    for (let i = 0; i < 6; i++) statuses.push((await ask(freshEmail())).status);
    expect(statuses).toEqual([303, 303, 303, 303, 303, 429]);
  });
});

describe("a session", () => {
  test("it ends after 12 hours", async () => {
    const ana = await visitor().signIn("Nu");
    await cloud.advance("12h");
    const page = await ana.call(HOME);
    expect([page.status, page.headers.location]).toEqual([
      303,
      `/developers?next=${encodeURIComponent(HOME)}`,
    ]);
  });

  test("signing out ends it on the server, too", async () => {
    const ana = await visitor().signIn("Xi");
    const { cookie } = ana;
    await ana.post(HOME, "/developers/account/sign-out");
    const replayed = await cloud.call(HOME, { headers: { cookie } });
    expect(replayed.status).toBe(303);
  });

  test("a member sees the own sessions and ends one", async () => {
    const ana = await visitor().signIn("Omicron");
    const other = await visitor(ana.email).signIn("Omicron");
    const id = pageOf(await ana.call(ACCOUNT)).id("ses");
    await ana.post(ACCOUNT, `/developers/account/sessions/${id}/end`);
    expect((await other.call(HOME)).status).toBe(303);
    expect((await ana.call(HOME)).status).toBe(200);
  });
});

test("a member of two accounts chooses one", async () => {
  const ana = await visitor().signIn("Delta One");
  await visitor(ana.email).signIn("Delta Two");
  const both = visitor(ana.email);
  const link = await both.askForLink();
  const { options } = pageOf(await both.call(link)).form(link);
  expect(Object.keys(options)).toEqual(expect.arrayContaining(["Delta One", "Delta Two"]));
  await both.openLink(link, { account: options["Delta Two"] ?? "" });
  expect((await both.call(HOME)).text).toContain("Delta Two");
});

test("a refused company of the same address does not stop a member's sign-in", async () => {
  const ana = await visitor().signIn("Epsilon");
  const partner_id = await newCompany(cloud, { email: ana.email });
  expect((await cloud.command("refuse-partner", { partner_id }, { reason: "Spam" })).ok).toBe(true);
  const again = visitor(ana.email);
  expect((await again.openLink(await again.askForLink())).status).toBe(303);
  expect((await again.call(HOME)).text).toContain("Epsilon");
});

describe("a link that confirms", () => {
  test("a person who asks twice may open either link", async () => {
    const ana = await visitor().signIn("Step-up One");
    const ask = () =>
      dashboardLinkAfter(cloud, ana.email, () => ana.post(ACCOUNT, STEP_UP, { next: ACCOUNT }));
    const [first, second] = [await ask(), await ask()];
    for (const link of [first, second]) expect((await ana.openLink(link)).status).toBe(303);
  });

  test("a browser that lost its mark gets another one", async () => {
    const ana = await visitor().signIn("Step-up Two");
    const { cookie } = ana;
    const session = /session=[\w-]+/.exec(cookie)?.[0] ?? "";
    const hidden = hiddenIn(await cloud.call(ACCOUNT, { headers: { cookie: session } }));
    const reply = await cloud.call(STEP_UP, {
      method: "POST",
      body: new URLSearchParams({ ...hidden, next: ACCOUNT }).toString(),
      headers: { cookie: session, "content-type": "application/x-www-form-urlencoded" },
    });
    expect(String(reply.headers["set-cookie"])).toMatch(/^browser=[\w-]{43};/);
    expect(cookie).not.toContain(/^browser=([^;]+)/.exec(String(reply.headers["set-cookie"]))?.[1]);
  });
});
