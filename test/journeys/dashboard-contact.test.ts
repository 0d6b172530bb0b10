import { describe, expect, test } from "@jest/globals";
import { missingFrom } from "../support/cloud/browserless.ts";
import { freshEmail } from "../support/cloud/cloud.ts";
import { mailAfter, mailsTo, mailTo } from "../support/cloud/mailbox.ts";
import { sharedCloud } from "../support/cloud/shared-cloud.ts";
import {
  accountOf,
  activitiesOf,
  addDriver,
  contactLinkIn,
  DashboardVisitor,
} from "../support/dashboard/dashboard.ts";
import { pageOf } from "../support/page.ts";

const HOME = "/developers/home/test";
const ACCOUNT = "/developers/account/test";
const ACTIVITY = `${ACCOUNT}/activity`;

const cloud = await sharedCloud();

const signedIn = (company: string) => new DashboardVisitor(cloud).signIn(company);

describe("the contact's address", () => {
  const ask = (visitor: DashboardVisitor, email: string) =>
    visitor.post(ACCOUNT, "/developers/account/contact", { email });

  /** A contact who asked for another address. `other`: their session elsewhere. */
  async function asking(company: string) {
    const ana = await signedIn(company);
    const other = await new DashboardVisitor(cloud, ana.email).signIn(company);
    const next = freshEmail();
    const notice = await mailAfter(cloud, ana.email, () => ask(ana, next.toUpperCase()));
    return { ana, other, next, notice, link: contactLinkIn((await mailTo(cloud, next)).text) };
  }

  test("it stays until the new address confirms, and the old one gets a notice without the new", async () => {
    const { ana, next, notice, link } = await asking("Contact Six");
    expect(notice.subject).toContain("about to change");
    expect(notice.text).not.toContain(next);
    const pages = [await ana.call(link), await ana.call(ACCOUNT)];
    expect(pages.map(({ text }) => text.includes(next))).toEqual([true, false]);
  });

  test("it changes once the new address confirms, and the old one gets nothing more", async () => {
    const { ana, other, next, link } = await asking("Contact One");
    expect((await ana.post(link, link)).headers.location).toBe(`${ACCOUNT}?done=contact`);
    const { status, text } = await ana.call(ACCOUNT);
    expect([status, text.includes(next), text.includes(ana.email)]).toEqual([200, true, false]);
    expect((await other.call(HOME)).status).toBe(303);
    const { text: activity } = await (await new DashboardVisitor(cloud, next).signIn()).call(ACTIVITY);
    expect(activity).toContain("Change the contact address");
    expect(activity).not.toContain(link.split("/").at(-1));
    const before = (await mailsTo(cloud, ana.email)).length;
    await other.post("/developers", "/developers/sign-in/ask", { email: ana.email });
    await cloud.advance("0s");
    expect(await mailsTo(cloud, ana.email)).toHaveLength(before);
    // The former address may register the company anew.
    await new DashboardVisitor(cloud, ana.email).signIn("Contact One");
  });

  test("a new contact who is a member already leaves the former one in the team, and reads so", async () => {
    const ana = await signedIn("Contact Five");
    const bea = new DashboardVisitor(cloud);
    await ana.post(`${ACCOUNT}/team`, "/developers/account/team/invite", { email: bea.email, role: "admin" });
    await bea.signIn();
    const notice = await mailAfter(cloud, ana.email, () => ask(bea, bea.email));
    expect(notice.text).toContain("unless the new address is already a team member");
    await cloud.advance("0s");
    const link = contactLinkIn((await mailsTo(cloud, bea.email)).map(({ text }) => text).join());
    const done = (await bea.post(link, link)).headers.location ?? "";
    expect((await bea.call(done)).text).toContain("The former contact is still a member.");
    expect((await ana.call(HOME)).status).toBe(200);
  });

  test("the link works once, in the session that asked, for 15 minutes, and begins no session", async () => {
    const { ana, other, link } = await asking("Contact Two");
    expect((await other.call(link)).status).toBe(404);
    expect((await other.post(HOME, link)).status).toBe(404);
    const asSignIn = link.replace("/account/contact/", "/sign-in/");
    expect((await ana.call(asSignIn)).status).toBe(404);
    await ana.post(link, link);
    expect((await ana.call(link)).status).toBe(404);

    const third = freshEmail();
    await ask(ana, third);
    const late = contactLinkIn((await mailTo(cloud, third)).text);
    await cloud.advance("15m");
    expect((await ana.post(HOME, late)).status).toBe(404);
  });

  test("it needs a fresh link, another address, and at most five requests a day", async () => {
    const ana = await signedIn("Contact Three");
    expect((await ask(ana, ana.email)).status).toBe(409);
    for (let i = 0; i < 5; i++) expect((await ask(ana, freshEmail())).status).toBe(303);
    expect((await ask(ana, freshEmail())).status).toBe(429);
    await cloud.advance("11m");
    expect((await ask(ana, freshEmail())).text).toContain("Confirm it's you");
  });
});

describe("operators", () => {
  const add = (account: string, input: object) =>
    cloud.command("add-admin", { account, email: freshEmail(), ...input }, { reason: "Ticket 1" });

  test("an account that an operator made gets its first admin, who signs in", async () => {
    const { data } = await cloud.command("show", { id: await accountBy("create-key") });
    const { account_id: account } = data as { account_id: string };
    expect(await add(account, {})).toMatchObject({ ok: false, message: expect.stringMatching("--company") });
    const email = freshEmail();
    expect(await add(account, { email, company: "Made By Us" })).toMatchObject({ ok: true });
    expect((await mailTo(cloud, email)).text).toContain("Made By Us added you");
    const ana = await new DashboardVisitor(cloud, email).signIn();
    const { text } = pageOf(await ana.call(ACCOUNT));
    expect(missingFrom(text, account, "Change the contact address")).toEqual([]);
    for (const input of [{ email }, { company: "Another" }])
      expect(await add(account, input)).toMatchObject({ ok: false });
    const second = freshEmail();
    expect(await add(account, { email: second })).toMatchObject({ ok: true });
    await new DashboardVisitor(cloud, second).signIn();
  });

  test("their changes are in the account's activity, and their reads are not", async () => {
    const ana = await signedIn("Operated");
    const account = await accountOf(ana);
    await cloud.command("verify-account", { account });
    await cloud.command("show", { id: account });
    await cloud.command("suspend-account", { account }, { reason: "Ticket 2", dry_run: true });
    const changes = await activitiesOf(ana);
    expect(changes).toHaveLength(2);
    expect(missingFrom(changes[0] ?? "", "Open live access", "'s team")).toEqual([]);
    expect((await ana.call(ACTIVITY)).text).not.toMatch(/arn:|Ticket/);
  });

  test("a suspended account shows it, and changes nothing but members and sessions", async () => {
    const ana = await signedIn("Suspended");
    const account = await accountOf(ana);
    await cloud.command("suspend-account", { account });
    const home = await ana.call(HOME);
    expect([home.status, home.text]).toEqual([200, expect.stringContaining("suspended this account")]);
    const create = () => ana.post(HOME, "/developers/keys/test/create", { name: "Key", access: "all" });
    expect((await create()).status).toBe(403);
    expect((await addDriver(ana)).status).toBe(403);
    for (const part of ["live/profile", "test/profile", "contact", "website", "live-access"])
      expect((await ana.post(HOME, `/developers/account/${part}`)).status).toBe(403);
    expect((await ana.post(HOME, "/developers/account/sessions/ses_none/end")).status).toBe(303);
    await cloud.command("resume-account", { account });
    expect((await create()).status).toBe(200);
  });

  async function accountBy(command: string): Promise<string> {
    const { message } = await cloud.command(command, { test: true });
    return /acct_\w+/.exec(message)?.[0] ?? "";
  }
});
