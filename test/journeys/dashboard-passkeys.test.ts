import { expect, test } from "@jest/globals";
import { missingFrom } from "../support/cloud/browserless.ts";
import { freshEmail } from "../support/cloud/cloud.ts";
import { mailAfter, mailsTo } from "../support/cloud/mailbox.ts";
import { sharedCloud } from "../support/cloud/shared-cloud.ts";
import { accountOf, activitiesOf, DashboardVisitor, memberOf } from "../support/dashboard/dashboard.ts";
import { SoftPasskey } from "../support/dashboard/soft-passkey.ts";
import { pageOf } from "../support/page.ts";

const cloud = await sharedCloud();

const ACCOUNT = "/developers/account/test";
const TEAM = `${ACCOUNT}/team`;
const KEYS = "/developers/keys/live";
const STEP_UP = "/developers/account/step-up";

const newAdmin = (company: string) => new DashboardVisitor(cloud).signIn(company);
const newPasskey = (visitor: DashboardVisitor, name = "Phone") =>
  new SoftPasskey(cloud.url).addTo(visitor, name);
/** Makes another address the contact: a change that needs a proof. Shows what the page says. */
const change = async (visitor: DashboardVisitor) => {
  const reply = await visitor.post(ACCOUNT, "/developers/account/contact", { email: freshEmail() });
  const needs = ["needs your passkey", "needs a fresh link"];
  return reply.status === 303 ? "changed" : needs.find((words) => pageOf(reply).text.includes(words));
};
async function invite(admin: DashboardVisitor, role = "admin") {
  const email = freshEmail();
  await admin.post(TEAM, "/developers/account/team/invite", { email, role });
  return new DashboardVisitor(cloud, email).signIn();
}
const subjectsTo = async ({ email }: DashboardVisitor) =>
  (await mailsTo(cloud, email)).map((mail) => mail.subject);

test("with a passkey, an emailed link confirms no change, and the passkey does, for ten minutes", async () => {
  const ana = await newAdmin("Passkey One");
  expect(await change(ana)).toBe("changed");
  const passkey = await newPasskey(ana);
  const { email } = ana;
  const elsewhere = await new DashboardVisitor(cloud, email).signIn();
  expect(await change(elsewhere)).toBe("needs your passkey");
  const form_passkey = passkey.answerTo(await elsewhere.call(STEP_UP));
  await elsewhere.post(STEP_UP, STEP_UP, { next: KEYS, form_passkey });
  expect(await change(elsewhere)).toBe("changed");
  await cloud.advance("11m");
  expect(await change(elsewhere)).toBe("needs your passkey");
});

test("without a proof of ten minutes, a person adds no passkey, and the page asks the device for none", async () => {
  const ana = await newAdmin("Passkey Two");
  const page = await ana.call(ACCOUNT);
  await cloud.advance("11m");
  const form_passkey = new SoftPasskey(cloud.url).answerTo(page);
  const sent = await ana.post(ACCOUNT, "/developers/account/passkeys", { name: "Phone", form_passkey });
  expect([sent.status, sent.text]).toEqual([403, expect.stringContaining("needs a fresh link")]);
  expect(pageOf(await ana.call(ACCOUNT)).data("passkey")).toBe("{}");
});

test("a member has five passkeys at most, each once", async () => {
  const ana = await newAdmin("Passkey Three");
  const device = new SoftPasskey(cloud.url);
  await device.addTo(ana, "Key 1");
  await expect(device.addTo(ana, "Key 1 again")).rejects.toThrow("409");
  for (const name of ["Key 2", "Key 3", "Key 4"]) await newPasskey(ana, name);
  const page = await ana.call(ACCOUNT);
  await newPasskey(ana, "Key 5");
  const form_passkey = new SoftPasskey(cloud.url).answerTo(page);
  const sixth = await ana.post(ACCOUNT, "/developers/account/passkeys", { name: "Key 6", form_passkey });
  expect([sixth.status, sixth.text]).toEqual([409, expect.stringContaining("the maximum of 5 passkeys")]);
  expect(pageOf(await ana.call(ACCOUNT)).addresses).not.toContain("/developers/account/passkeys");
});

const RESET = "A member's passkeys were removed at Portable Roth";

test("only another admin removes a member's last passkey, and the member and the admins get an email", async () => {
  const ana = await newAdmin("Passkey Four");
  const [bo, cy] = [await invite(ana), await invite(ana, "viewer")];
  await newPasskey(cy);
  const reset = `/developers/account/team/${await memberOf(ana, cy.email)}/passkeys`;
  expect((await cy.post(ACCOUNT, reset)).status).toBe(403);
  await mailAfter(
    cloud,
    cy.email,
    () => bo.post(TEAM, reset),
    ({ subject }) => subject === RESET,
  );
  await cloud.advance("1s");
  for (const admin of [ana, bo]) expect(await subjectsTo(admin)).toContain(RESET);
  expect((await cy.call(ACCOUNT)).text).toContain("0 of 5");
  expect((await bo.post(TEAM, reset)).status).toBe(409);
});

test("an admin removes neither their own last passkey nor, on the Team page, all of their own", async () => {
  const ana = await newAdmin("Passkey Five");
  await newPasskey(ana);
  await newPasskey(ana, "Laptop");
  const [first = "", second = ""] = pageOf(await ana.call(ACCOUNT)).ids("psk");
  const remove = (id: string) => ana.post(ACCOUNT, `/developers/account/passkeys/${id}/remove`);
  expect((await remove(first)).status).toBe(303);
  const last = await remove(second);
  expect([last.status, last.text]).toEqual([409, expect.stringContaining("This is your last passkey.")]);
  expect((await remove(first)).status).toBe(404);
  const reply = await ana.post(TEAM, `/developers/account/team/${await memberOf(ana, ana.email)}/passkeys`);
  expect([reply.status, reply.text]).toEqual([
    409,
    expect.stringContaining("Another admin must remove your"),
  ]);
});

test("an operator removes a sole admin's passkeys, which the account sees, and a link confirms again", async () => {
  const ana = await newAdmin("Passkey Six");
  await newPasskey(ana);
  const account = await accountOf(ana);
  const run = (more: object, email = ana.email) =>
    cloud.command("reset-passkeys", { account, email }, { reason: "Ticket 57", ...more });
  expect(await run({ dry_run: true })).toMatchObject({ ok: true, would: true });
  expect(await run({}, freshEmail())).toMatchObject({ ok: false });
  await mailAfter(
    cloud,
    ana.email,
    () => run({}),
    ({ subject }) => subject === RESET,
  );
  expect(await run({})).toMatchObject({ ok: false });
  const [removed = ""] = await activitiesOf(ana);
  expect(missingFrom(removed, "Remove a member's passkeys", "'s team")).toEqual([]);
  expect(await change(ana)).toBe("changed");
});

test("a person who was erased and is invited again has no passkey", async () => {
  const ana = await newAdmin("Passkey Seven");
  const cy = await invite(ana, "viewer");
  await newPasskey(cy);
  expect((await cy.call(ACCOUNT)).text).toContain("1 of 5");
  await cloud.command("erase-person", { person: cy.email }, { reason: "Ticket 57" });
  // The mailbox has had its emails of an hour.
  await cloud.advance("61m");
  const admin = await new DashboardVisitor(cloud, ana.email).signIn();
  await admin.post(TEAM, "/developers/account/team/invite", { email: cy.email, role: "viewer" });
  const again = await new DashboardVisitor(cloud, cy.email).signIn();
  expect((await again.call(ACCOUNT)).text).toContain("0 of 5");
});
