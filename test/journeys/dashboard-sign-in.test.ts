import { describe, expect, test } from "@jest/globals";
import { freshAddress } from "../support/cloud/cloud.ts";
import { mailsTo, mailTo } from "../support/cloud/mailbox.ts";
import { sharedCloud } from "../support/cloud/shared-cloud.ts";
import { DashboardVisitor, dashboardLinkIn, hiddenIn } from "../support/dashboard/dashboard.ts";
import { newCompany } from "../support/partner/platform.ts";

const HOME = "/developers/home/test";

const cloud = await sharedCloud();

const visitor = (email?: string) => new DashboardVisitor(cloud, email);

describe("registration", () => {
  test("a new company gets an account when its link is opened, and not before", async () => {
    const ana = visitor();
    const link = await ana.askForLink("Acme Fleet");
    expect((await ana.call(link)).text).toContain("Create account and sign in");
    expect((await ana.call(HOME)).status).toBe(303);
    const opened = await ana.openLink(link);
    expect([opened.status, opened.headers.location]).toEqual([303, HOME]);
    const home = await ana.call(HOME);
    expect(home.text).toContain("Acme Fleet");
    expect(home.text).toContain("First steps");
  });
});

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
  expect(late.text).toContain('value="Delta"');
  const again = await ana.submit("/developers/sign-in/register", { ...fields, ...hiddenIn(late) });
  expect([again.status, again.headers.location]).toEqual([303, "/developers/sign-in/sent"]);
});

describe("an emailed link", () => {
  test("an unknown address gets the same answer, and no email", async () => {
    const { email } = await visitor().signIn("Epsilon");
    const [known, unknown] = [visitor(email), visitor()];
    const ask = async (one: DashboardVisitor) => {
      const reply = await one.post("/developers", "/developers/sign-in/ask", { email: one.email });
      return [reply.status, reply.headers.location, reply.text];
    };
    expect(await ask(unknown)).toEqual(await ask(known));
    await cloud.advance("0s");
    expect(await mailsTo(cloud, unknown.email)).toEqual([]);
  });

  test("a link works once", async () => {
    const ana = visitor();
    const link = await ana.askForLink("Zeta");
    await ana.openLink(link);
    expect((await ana.openLink(link)).status).toBe(403);
    const page = await ana.call(link);
    expect([page.status, page.text]).toEqual([404, expect.stringContaining("works once")]);
  });

  test("a link works for 15 minutes", async () => {
    const ana = visitor();
    const link = await ana.askForLink("Eta");
    await cloud.advance("15m");
    expect((await ana.call(link)).status).toBe(404);
  });

  test("a link opens nothing in another browser, and still works in its own", async () => {
    const ana = visitor();
    const link = await ana.askForLink("Theta");
    const stranger = visitor();
    expect((await stranger.call(link)).status).toBe(403);
    await stranger.call("/developers");
    const page = await stranger.post("/developers", link);
    expect([page.status, page.text]).toEqual([403, expect.stringContaining("other browser")]);
    expect((await ana.openLink(link)).status).toBe(303);
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
    const ask = async () => {
      const one = visitor();
      const token = await one.call("/developers");
      const form = /name="form_token" value="([^"]+)"/.exec(token.text)?.[1] ?? "";
      return (
        await cloud.call("/developers/sign-in/ask", {
          method: "POST",
          body: new URLSearchParams({ form_token: form, email: one.email }).toString(),
          headers: { "content-type": "application/x-www-form-urlencoded", cookie: one.cookie },
          from,
        })
      ).status;
    };
    const statuses = [];
    for (let i = 0; i < 6; i++) statuses.push(await ask());
    expect(statuses).toEqual([303, 303, 303, 303, 303, 429]);
  });

  test.each(["https://evil.example/", "//evil.example", "/developers/../docs", "/docs"])(
    "a link never leads to %s",
    async (next) => {
      const ana = visitor();
      await ana.post("/developers", "/developers/sign-in/register", {
        company: "Lambda",
        email: ana.email,
        next,
      });
      const link = dashboardLinkIn((await mailTo(cloud, ana.email)).text);
      expect((await ana.openLink(link)).headers.location).toBe(HOME);
    },
  );
});

describe("a session", () => {
  test("its cookie is out of reach of scripts and other sites", async () => {
    const ana = visitor();
    const opened = await ana.openLink(await ana.askForLink("Mu"));
    const cookie = [opened.headers["set-cookie"] ?? []].flat().find((one) => one.startsWith("session="));
    expect(cookie).toMatch(/HttpOnly; SameSite=Lax; Max-Age=43200/);
  });

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
    const page = await ana.call("/developers/account/test");
    const [, id = ""] = /sessions\/(ses_\w+)\/end/.exec(page.text) ?? [];
    await ana.post("/developers/account/test", `/developers/account/sessions/${id}/end`);
    expect((await other.call(HOME)).status).toBe(303);
    expect((await ana.call(HOME)).status).toBe(200);
  });
});

test("a member of two accounts chooses one", async () => {
  const ana = await visitor().signIn("Delta One");
  await visitor(ana.email).signIn("Delta Two");
  const both = visitor(ana.email);
  const link = await both.askForLink();
  const page = await both.call(link);
  const [, two = ""] = /value="(acct_\w+)">Delta Two/.exec(page.text) ?? [];
  expect(page.text).toContain("Delta One");
  await both.openLink(link, { account: two });
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
