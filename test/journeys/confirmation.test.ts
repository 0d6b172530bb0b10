import { describe, expect, test } from "@jest/globals";
import { postForm } from "../support/cloud/browserless.ts";
import { freshAddress, freshEmail } from "../support/cloud/cloud.ts";
import { linkIn, mailsTo, mailTo } from "../support/cloud/mailbox.ts";
import { sharedCloud } from "../support/cloud/shared-cloud.ts";
import { newSignup, SIGNUPS } from "../support/journeys/signup.ts";

const cloud = await sharedCloud();

const signup = (json?: object) => newSignup(cloud, json);
const statusOf = async (id: string) => (await cloud.call(`${SIGNUPS}/${id}`)).json.status;
const ownersLink = async (email: string) => linkIn(await mailTo(cloud, email));
const settled = () => new Promise((resolve) => setTimeout(resolve, 600));

describe("the confirmation email", () => {
  test("a new signup gets one email that names the agent and has a link that the agent never gets", async () => {
    const made = await signup({ name: "Ana", agent: { name: "Claude" } });
    const mail = await mailTo(cloud, made.email);
    expect(mail.from).toMatch(/<hello@mail\.example\.com>$/);
    for (const part of [mail.text, mail.html.replaceAll("&quot;", '"')]) {
      expect(part).toContain("Hello Ana");
      expect(part).toContain('An assistant named "Claude"');
      expect(part).toMatch(/Didn('|&#39;)t request this\? You can ignore this email/);
      expect(part).toContain(linkIn(mail));
    }
    expect(mail.html).not.toMatch(/<img|<script|http(s)?:\/\/(?!localhost)/);
    expect(JSON.stringify(made)).not.toContain(linkIn(mail).split("/").at(-1));
    await cloud.post(SIGNUPS, { email: made.email }, { from: freshAddress() });
    await settled();
    expect(await mailsTo(cloud, made.email)).toHaveLength(1);
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
    await settled();
    expect(await mailsTo(cloud, sandbox.email)).toEqual([]);
    expect(await mailsTo(cloud, email)).toEqual([]);
  });
});

describe("signup_url", () => {
  test("the page at signup_url masks the email, shows the disclosures and offers to send the link", async () => {
    const { signup_id, email } = await signup({ name: "Quinnabelle" });
    const { status, text, headers } = await cloud.call(`/signup/${signup_id}`);
    expect(status).toBe(200);
    expect(text).toContain("p•••@e•••.com");
    expect(text).not.toContain(email.split("@")[0]);
    expect(text).not.toContain("Quinnabelle");
    expect(text).toMatch(/not a registered investment adviser/);
    expect(text).toContain("Email me the confirmation link");
    expect(headers).toMatchObject({ "cache-control": "no-store", "referrer-policy": "no-referrer" });
  });

  test("a second email is not sent within a minute of the first", async () => {
    const { signup_id, email } = await signup();
    await mailTo(cloud, email);
    const reply = await postForm(cloud, `/signup/${signup_id}`, {}, { from: freshAddress() });
    expect([reply.status, reply.headers.location]).toEqual([303, `/signup/${signup_id}/mailed`]);
    await settled();
    expect(await mailsTo(cloud, email)).toHaveLength(1);
    const { text } = await cloud.call(`/signup/${signup_id}/mailed`);
    expect(text).toContain("Check your email");
    expect(text).toContain(`href="/signup/${signup_id}"`);
  });
});

describe("a form", () => {
  test("a post without our page's token is refused, even with the proof", async () => {
    const { signup_id, email } = await signup();
    const link = await ownersLink(email);
    const post = (headers: Record<string, string>, body: string) =>
      cloud.call(link, {
        method: "POST",
        body,
        headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
      });
    const replies = [
      await post({}, "consent=yes"),
      await post({}, "consent=yes&form_token=abc"),
      await post({ cookie: "form=abc" }, "consent=yes"),
      await post({ cookie: "form=abc" }, "consent=yes&form_token=abd"),
      await post({ cookie: "form=abc" }, "consent=yes&form_token=abc"),
      await post({ cookie: "form=abc" }, `consent=yes&form_token=abc.${"0".repeat(12)}.${"x".repeat(16)}`),
      await post({ cookie: "form=abc=d" }, "consent=yes&form_token=abc"),
      await post({ cookie: "form=" }, "consent=yes&form_token="),
      await post({ cookie: "form=abc", "sec-fetch-site": "cross-site" }, "consent=yes&form_token=abc"),
      await post({ cookie: "form=abc", "content-type": "text/plain" }, "consent=yes&form_token=abc"),
    ];
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 403));
    expect(replies[0]?.text).toContain("Please open the link again");
    expect(await statusOf(signup_id)).toBe("initiated");
  });
});
