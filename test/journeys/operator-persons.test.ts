import { expect, test } from "@jest/globals";
import { postForm } from "../support/cloud/browserless.ts";
import { freshAddress, freshEmail } from "../support/cloud/cloud.ts";
import { linkIn, mailsTo, mailTo } from "../support/cloud/mailbox.ts";
import { opsWith } from "../support/cloud/ops.ts";
import { sharedCloud } from "../support/cloud/shared-cloud.ts";
import { DashboardVisitor } from "../support/dashboard/dashboard.ts";
import { newCompany } from "../support/partner/platform.ts";

const cloud = await sharedCloud();

const ops = (...args: string[]) => opsWith({}, ...args, "--url", cloud.url);
const erase = (email: string, ...more: string[]) =>
  ops("person", "erase", email, "--reason", "Ticket 40", ...more);

const join = (email: string, more: object = {}) =>
  cloud.post("/api/waitlist", { email, ...more }, { from: freshAddress() });
const start = async (email: string) =>
  (await cloud.post("/api/agent/signups", { email }, { from: freshAddress() })).json.signup_id as string;

type Line = { what: string; result: "erased" | "kept"; why: string };
const whatWas = (result: Line["result"], data: unknown) =>
  (data as Line[]).filter((line) => line.result === result).map(({ what }) => what);

test("the waitlist is listed masked, and exported whole only with --reveal and a reason", async () => {
  const email = freshEmail();
  await join(email, { name: "=Ana", platforms: 'Uber, "Lyft"' });
  const { data } = JSON.parse((await ops("list", "waitlist", "--json")).stdout);
  expect(data).toContainEqual(
    expect.objectContaining({ email: "p•••@e•••.com", name: "=•••", gig_platforms: 'Uber, "Lyft"' }),
  );
  expect(await ops("waitlist", "export")).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("Give --reveal and --reason"),
  });
  const { stdout, stderr } = await ops("waitlist", "export", "--reveal", "--reason", "Launch email");
  expect(stdout).toContain(`"${email}","'=Ana","Uber, ""Lyft""","20`);
  expect(stderr).toMatch(/^(1 person|\d+ people)\n$/);
});

test("an email that is taken off the waitlist can join again, and its signup stays", async () => {
  const email = freshEmail();
  const id = await start(email);
  await join(email);
  const remove = ["waitlist", "remove", email.toUpperCase(), "--reason", "Ticket 41", "--yes"];
  expect(await ops(...remove)).toMatchObject({ code: 0, stdout: "P•••@E•••.COM is off the waitlist\n" });
  expect((await ops(...remove)).stdout).toBe("This email is not on the waitlist\n");
  expect((await cloud.call(`/api/agent/signups/${id}`)).status).toBe(200);
  await join(email, { name: "Ana" });
  expect((await cloud.command("show", { id: email })).data).toMatchObject({
    waitlist_since: expect.any(String),
  });
});

/** A person who signed up, is on the waitlist, and is the only admin and the contact of a company. */
async function admin() {
  cloud.forgetLogs();
  const email = freshEmail();
  const id = await start(email);
  await join(email, { name: "Ana" });
  const company = `Courier ${id.slice(-6)}`;
  const partner_id = await newCompany(cloud, { company, email });
  return { email, id, company, partner_id, visitor: await new DashboardVisitor(cloud, email).signIn() };
}
const ana = await admin();

test("the erasure of an only admin needs --lock, and its preview lists what goes", async () => {
  const { email, id, partner_id } = ana;
  expect((await ops("show", email)).stdout).toMatch(
    new RegExp(` member_of +acct_\\w+ \\(admin\\)\n +contact_of +${partner_id}\n`),
  );
  const only = /^This person is the only admin of acct_\w+\. .* accounts add-admin, or give --lock/;
  expect(await erase(email, "--yes")).toMatchObject({ code: 1, stdout: expect.stringMatching(only) });
  const goes = `For p•••@e•••.com, these would be erased: the signup ${id}, the waitlist entry, the contact of the partner ${partner_id}, the member of the account acct_`;
  expect(await erase(email, "--lock")).toMatchObject({ code: 2, stdout: expect.stringContaining(goes) });
});

test("after the erasure of a person nothing of them is found, and the receipt lists each thing", async () => {
  const { email, id, company, partner_id, visitor } = ana;
  const erased = await erase(email, "--lock", "--yes", "--json");
  const { message, data } = JSON.parse(erased.stdout);
  const receipt = expect.stringMatching(/^Receipt of \d{4}-.*Z for p•••@e•••\.com$/);
  expect([erased.code, message]).toEqual([0, receipt]);
  const has = (words: string) => expect.stringContaining(words);
  const gone = [`signup ${id}`, "waitlist entry", partner_id, "member of the account"];
  const kept = ["audit record", "backups", "drivers"];
  expect([whatWas("erased", data), whatWas("kept", data)]).toEqual([gone.map(has), kept.map(has)]);
  const { status } = await visitor.call("/developers/home/test");
  expect([status, (await ops("show", email)).stdout]).toEqual([
    303,
    expect.stringMatching(/^Nothing is stored about this email\n/),
  ]);
  const { data: partner } = await cloud.command("show", { id: partner_id }, { reveal: true });
  expect({ contact: "none", ...(partner as object) }).toMatchObject({ company, contact: "none" });
  const audit = await ops("list", "audit", "--since", "1h");
  expect(audit.stdout).toContain(`${id} ${partner_id}`);
  for (const text of [erased.stdout, audit.stdout, cloud.logs()]) expect(text).not.toContain(email);
});

test("the exported waitlist leaves out a person who asked for no more email", async () => {
  const [ana, bo] = [freshEmail(), freshEmail()];
  await Promise.all([join(ana), join(bo), start(ana)]);
  const exported = () =>
    ops("waitlist", "export", "--reveal", "--reason", "Launch email").then(({ stdout }) =>
      [ana, bo].map((email) => stdout.includes(email)),
    );
  expect(await exported()).toEqual([true, true]);
  await postForm(cloud, `${linkIn(await mailTo(cloud, ana))}/not-me`);
  expect(await exported()).toEqual([false, true]);
});

test("an erased person's opt-out survives, and the receipt says so", async () => {
  const email = freshEmail();
  await start(email);
  await postForm(cloud, `${linkIn(await mailTo(cloud, email))}/not-me`);
  const { data } = JSON.parse((await erase(email, "--yes", "--json")).stdout);
  expect(whatWas("kept", data)).toContain("keyed hash of the mailbox");
  await start(email);
  await cloud.advance("0s");
  expect(await mailsTo(cloud, email)).toHaveLength(1);
});

test("a signup with an open Roth IRA stays, and the receipt says why", async () => {
  const email = freshEmail();
  const id = await start(email);
  await postForm(cloud, linkIn(await mailTo(cloud, email)), { consent: "yes" });
  await cloud.command("open-account", { signup_id: id });
  await join(email);
  const { data } = JSON.parse((await erase(email, "--yes", "--json")).stdout);
  expect(whatWas("erased", data)).toEqual([expect.stringContaining("waitlist entry")]);
  expect(data[1]).toMatchObject({
    what: `signup ${id}`,
    result: "kept",
    why: expect.stringContaining("open"),
  });
  expect((await cloud.call(`/api/agent/signups/${id}`)).json.status).toBe("account_opened");
});

test("a second erasure finds nothing, and an erased contact's company can register anew", async () => {
  const email = freshEmail();
  const company = { company: `Anew ${email.replace(/\W/g, " ")}`, email };
  const register = () => newCompany(cloud, company);
  const slug = await register();
  expect((await erase(email, "--lock", "--yes")).stdout).toContain(`contact of the partner ${slug}`);
  expect(await erase(email)).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^Nothing to erase for p•••@e•••\.com\n/),
  });
  expect(await register()).not.toBe(slug);
  expect((await cloud.command("list", { noun: "partners" })).data).toEqual(
    expect.arrayContaining([expect.objectContaining({ partner_id: slug })]),
  );
});
