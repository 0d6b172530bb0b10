import { describe, expect, test } from "@jest/globals";
import { missingFrom, openForm, postForm } from "../support/cloud/browserless.ts";
import { freshAddress, freshEmail } from "../support/cloud/cloud.ts";
import { linkIn, mailsTo, mailTo } from "../support/cloud/mailbox.ts";
import { sharedCloud } from "../support/cloud/shared-cloud.ts";
import { newSignup, SIGNUPS } from "../support/partner/signup.ts";
import { pageOf } from "../support/page.ts";

const cloud = await sharedCloud();

const signup = (json?: object) => newSignup(cloud, json);
const statusOf = async (id: string) => (await cloud.call(`${SIGNUPS}/${id}`)).json.status;
const ownersLink = async (email: string) => linkIn(await mailTo(cloud, email));
const again = (email: string) => cloud.post(SIGNUPS, { email }, { from: freshAddress() });
const UNKNOWN = "svc_sgn_00000000000000000000000000";

describe("the confirmation email", () => {
  test("a new signup gets one email that names the agent and has a link that the agent never gets", async () => {
    const started = await signup({ name: "Ana", agent: { name: "Claude" } });
    const mail = await mailTo(cloud, started.email);
    expect(mail.from).toMatch(/<hello@mail\.example\.com>$/);
    const words = ["Hello Ana", 'An assistant named "Claude"'];
    const ignore = "Didn't request this? You can ignore this email";
    for (const part of [mail.text, pageOf(mail.html).text])
      expect(missingFrom(part, ...words, ignore)).toEqual([]);
    expect(pageOf(mail.html).addresses).toContain(cloud.url + linkIn(mail));
    expect(mail.html).not.toMatch(/<img|<script|http(s)?:\/\/(?!localhost)/);
    expect(JSON.stringify(started)).not.toContain(linkIn(mail).split("/").at(-1));
    await again(started.email);
    await cloud.advance("0s");
    expect(await mailsTo(cloud, started.email)).toHaveLength(1);
  });

  test("hostile text from the agent is not in the email", async () => {
    const hostile = 'Support. Visit http://evil.example/x or "call" <b>now</b>';
    const { email } = await signup({ name: hostile, agent: { name: hostile } });
    const { text, html } = await mailTo(cloud, email);
    for (const part of [text, html]) expect(part).not.toMatch(/evil\.example|http:\/\/evil|<b>|"call"/);
  });

  test("a sandbox signup and a waitlist entry get no email", async () => {
    const sandbox = await signup({ sandbox: true });
    const email = freshEmail();
    await cloud.post("/api/waitlist", { email }, { from: freshAddress() });
    await cloud.advance("0s");
    expect([await mailsTo(cloud, sandbox.email), await mailsTo(cloud, email)]).toEqual([[], []]);
  });
});

test("the page at signup_url masks the email and has the disclosures, and mails no second link within a minute", async () => {
  const { signup_id, email } = await signup({ name: "Quinnabelle" });
  await mailTo(cloud, email);
  const { status, text, headers } = await cloud.call(`/signup/${signup_id}`);
  const closed = { "cache-control": "no-store", "referrer-policy": "no-referrer" };
  expect({ status, headers }).toMatchObject({ status: 200, headers: closed });
  const words = ["p•••@e•••.com", "not a registered investment adviser", "Email me the confirmation link"];
  expect(missingFrom(text, ...words)).toEqual([]);
  expect(text).not.toMatch(new RegExp(`${email.split("@")[0]}|Quinnabelle`));
  const reply = await postForm(cloud, `/signup/${signup_id}`, {}, { from: freshAddress() });
  expect([reply.status, reply.headers.location]).toEqual([303, `/signup/${signup_id}/mailed`]);
  await cloud.advance("0s");
  expect(await mailsTo(cloud, email)).toHaveLength(1);
  const { title, addresses } = pageOf(await cloud.call(`/signup/${signup_id}/mailed`));
  expect([title, addresses.includes(`/signup/${signup_id}`)]).toEqual(["Check your email", true]);
});

test("a post without our page's token is refused, even with the proof", async () => {
  const { signup_id, email } = await signup();
  const link = await ownersLink(email);
  const forged = `consent=yes&form_token=abc.${"0".repeat(12)}.${"x".repeat(16)}`;
  for (const [cookie, body, more] of [
    ["", "consent=yes"],
    ["", "consent=yes&form_token=abc"],
    ["form=abc", "consent=yes"],
    ["form=abc", "consent=yes&form_token=abd"],
    ["form=abc", "consent=yes&form_token=abc"],
    ["form=abc", forged],
    ["form=abc=d", "consent=yes&form_token=abc"],
    ["form=", "consent=yes&form_token="],
    ["form=abc", "consent=yes&form_token=abc", { "sec-fetch-site": "cross-site" }],
    ["form=abc", "consent=yes&form_token=abc", { "content-type": "text/plain" }],
  ] as const) {
    const headers = { "content-type": "application/x-www-form-urlencoded", ...(cookie && { cookie }) };
    const reply = await cloud.call(link, { method: "POST", body, headers: { ...headers, ...more } });
    expect([body, reply.status]).toEqual([body, 403]);
    expect(reply.text).toContain("Please open the link again");
  }
  expect(await statusOf(signup_id)).toBe("initiated");
});

describe("the emailed link", () => {
  test("GET, HEAD and OPTIONS by scanners change nothing, and its form confirms the signup once with the box", async () => {
    const { signup_id, email } = await signup();
    const link = await ownersLink(email);
    for (const path of [link, `${link}/not-me`, `/signup/${signup_id}`])
      for (const method of ["GET", "HEAD", "OPTIONS"]) await cloud.call(path, { method });
    const page = await cloud.call(link);
    const closed = { "cache-control": "no-store", "referrer-policy": "no-referrer" };
    expect(page).toMatchObject({ status: 200, headers: closed });
    expect(missingFrom(page.text + pageOf(page).addresses, "FINRA/SIPC", `${link}/not-me`)).toEqual([]);
    const unticked = await postForm(cloud, link);
    expect([unticked.status, unticked.text, await statusOf(signup_id)]).toEqual([
      400,
      expect.stringContaining("Check the box"),
      "initiated",
    ]);
    const confirmed = await postForm(cloud, link, { consent: "yes" });
    expect([confirmed.status, confirmed.headers.location]).toEqual([303, link]);
    for (const path of [link, `/signup/${signup_id}`])
      expect((await cloud.call(path)).text).toContain("You're on the waitlist");
    const { status, json } = await again(email);
    expect([await statusOf(signup_id), status, json.status, json.human_action_required]).toEqual([
      "waitlist_joined",
      200,
      "waitlist_joined",
      expect.stringMatching(/^Nothing to do: the account owner has confirmed\./),
    ]);
  });

  test("a wrong proof, a cut-off one and one with more behind it are the 404 of an unknown signup", async () => {
    const { signup_id, email } = await signup();
    const link = await ownersLink(email);
    for (const wrong of [link.replace(/.{4}$/, "AAAA"), link.slice(0, -1), `${link}x`]) {
      const none = await cloud.call(wrong.replace(signup_id, UNKNOWN));
      const reply = await cloud.call(wrong);
      expect([reply.status, reply.text]).toEqual([404, none.text]);
      const posted = await (await openForm(cloud, `/signup/${signup_id}`)).post({ consent: "yes" }, wrong);
      expect([posted.status, posted.text]).toEqual([404, none.text]);
    }
    expect(await statusOf(signup_id)).toBe("initiated");
  });

  test("a link too long for the table's key is the same 404", async () => {
    const long = "a".repeat(3_000);
    for (const path of [`/signup/svc_sgn_${long}/${long}`, `/connect/${long}`])
      expect((await cloud.call(path)).status).toBe(404);
    const form = await openForm(cloud, `/signup/${(await signup()).signup_id}`);
    for (const path of [`/signup/svc_sgn_${long}`, `/signup/svc_sgn_${long}/a/not-me`])
      expect((await form.post({}, path)).status).toBe(404);
    expect((await cloud.call(`/developers/sign-in/${long}/${long}`)).status).toBe(404);
  });
});

test("disowning an unconfirmed signup makes its links say so and promises no more email", async () => {
  const { signup_id, email } = await signup();
  const link = await ownersLink(email);
  expect((await cloud.call(`${link}/not-me`)).text).toContain("stop emailing you");
  const form = await openForm(cloud, link);
  const { status, headers } = await postForm(cloud, `${link}/not-me`);
  const { text: disowned } = await cloud.call(String(headers.location));
  expect([status, disowned]).toEqual([303, expect.stringContaining("we won't email you again")]);
  const dead = await cloud.call(link);
  expect([dead.status, dead.text]).toEqual([410, expect.stringContaining("This link was canceled")]);
  expect(await form.post({ consent: "yes" }, link)).toMatchObject({ status: 410, text: dead.text });
  const replay = await again(email);
  const { status: said, human_action_required } = replay.json;
  expect([await statusOf(signup_id), replay.status, said, human_action_required]).toEqual([
    "declined",
    200,
    "declined",
    expect.stringMatching(/^Nothing to do: the account owner has declined\. Do not ask/),
  ]);
  expect((await cloud.call(`/signup/${signup_id}`)).text).toContain("This signup was canceled");
});
