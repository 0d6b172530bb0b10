import { describe, expect, test } from "@jest/globals";
import { openForm, postForm } from "../support/cloud/browserless.ts";
import { freshAddress } from "../support/cloud/cloud.ts";
import { linkIn, mailTo } from "../support/cloud/mailbox.ts";
import { sharedCloud } from "../support/cloud/shared-cloud.ts";
import { newSignup, SIGNUPS } from "../support/journeys/signup.ts";

const cloud = await sharedCloud();

const signup = (json?: object) => newSignup(cloud, json);
const statusOf = async (id: string) => (await cloud.call(`${SIGNUPS}/${id}`)).json.status;
/** The page that the form leads to. */
const disown = async (link: string) => {
  const { status, headers } = await postForm(cloud, `${link}/not-me`);
  expect(status).toBe(303);
  return cloud.call(String(headers.location));
};
const ownersLink = async (email: string) => linkIn(await mailTo(cloud, email));

describe("the emailed link", () => {
  test("the emailed link's page shows the disclosures, and its form confirms the signup once", async () => {
    const { signup_id, email } = await signup();
    const link = await ownersLink(email);
    const page = await cloud.call(link);
    expect([page.status, page.headers["referrer-policy"]]).toEqual([200, "no-referrer"]);
    expect(page.headers["cache-control"]).toBe("no-store");
    expect(page.text).toMatch(/FINRA\/SIPC/);
    expect(page.text).toContain(`href="${link}/not-me"`);
    expect(await statusOf(signup_id)).toBe("initiated");

    const confirmed = await postForm(cloud, link, { consent: "yes" });
    expect([confirmed.status, confirmed.headers.location]).toEqual([303, link]);
    expect(await statusOf(signup_id)).toBe("waitlist_joined");
    expect((await cloud.call(link)).text).toContain("You're on the waitlist");
    expect((await cloud.call(`/signup/${signup_id}`)).text).toContain("You're on the waitlist");
    const replay = await cloud.post(SIGNUPS, { email }, { from: freshAddress() });
    expect([replay.status, replay.json.status]).toEqual([200, "waitlist_joined"]);
    expect(replay.json.human_action_required).toMatch(/confirmed already: nothing more to do\.$/);
  });

  test("an unchecked box shows the form again and changes nothing", async () => {
    const { signup_id, email } = await signup();
    const reply = await postForm(cloud, await ownersLink(email));
    expect([reply.status, reply.text]).toEqual([400, expect.stringContaining("Check the box")]);
    expect(await statusOf(signup_id)).toBe("initiated");
  });

  test("GET, HEAD and OPTIONS by scanners change nothing", async () => {
    const { signup_id, email } = await signup();
    const link = await ownersLink(email);
    for (const path of [link, `${link}/not-me`, `/signup/${signup_id}`]) {
      for (const method of ["GET", "HEAD", "OPTIONS"]) await cloud.call(path, { method });
    }
    expect(await statusOf(signup_id)).toBe("initiated");
    expect((await cloud.call(link)).text).toContain("Confirm");
  });

  test.each([
    ["a wrong proof", (link: string) => link.replace(/.{4}$/, "AAAA")],
    ["a cut-off proof", (link: string) => link.slice(0, -1)],
    ["a proof with more behind it", (link: string) => `${link}x`],
  ])("%s is the same 404 as an unknown signup", async (_, change) => {
    const { signup_id, email } = await signup();
    const wrong = change(await ownersLink(email));
    const nowhere = wrong.replace(signup_id, "svc_sgn_00000000000000000000000000");
    const [reply, none] = [await cloud.call(wrong), await cloud.call(nowhere)];
    expect([reply.status, reply.text]).toEqual([404, none.text]);
    const posted = await (await openForm(cloud, `/signup/${signup_id}`)).post({ consent: "yes" }, wrong);
    expect([posted.status, posted.text]).toEqual([404, none.text]);
    expect(await statusOf(signup_id)).toBe("initiated");
  });

  test("a link too long for the table's key is the same 404", async () => {
    const long = "a".repeat(3_000);
    for (const path of [`/signup/svc_sgn_${long}`, `/signup/svc_sgn_${long}/${long}`, `/connect/${long}`])
      expect((await cloud.call(path)).status).toBe(404);
    const form = await openForm(cloud, `/signup/${(await signup()).signup_id}`);
    for (const path of [`/signup/svc_sgn_${long}`, `/signup/svc_sgn_${long}/a/not-me`])
      expect((await form.post({}, path)).status).toBe(404);
    expect((await cloud.call(`/developers/sign-in/${long}/${long}`)).status).toBe(404);
  });

  test("another signup's proof is a 404", async () => {
    const [mine, theirs] = [await signup(), await signup()];
    const proof = (await ownersLink(mine.email)).split("/").at(-1);
    expect((await cloud.call(`/signup/${theirs.signup_id}/${proof}`)).status).toBe(404);
  });
});

describe("this wasn't me", () => {
  test("disowning an unconfirmed signup makes its links say so and promises no more email", async () => {
    const { signup_id, email } = await signup();
    const link = await ownersLink(email);
    expect((await cloud.call(`${link}/not-me`)).text).toContain("stop emailing you");
    const form = await openForm(cloud, link);
    const disowned = await disown(link);
    expect([disowned.status, disowned.text]).toEqual([
      200,
      expect.stringContaining("we won't email you again"),
    ]);
    const dead = await cloud.call(link);
    expect([dead.status, dead.text]).toEqual([410, expect.stringContaining("This link was canceled")]);
    const posted = await form.post({ consent: "yes" }, link);
    expect([posted.status, posted.text]).toEqual([410, dead.text]);
    expect(await statusOf(signup_id)).toBe("declined");
    const replay = await cloud.post(SIGNUPS, { email }, { from: freshAddress() });
    expect([replay.status, replay.json.status]).toEqual([200, "declined"]);
    expect(replay.json.human_action_required).toMatch(/They have declined: do not ask them again\.$/);
    expect((await cloud.call(`/signup/${signup_id}`)).text).toContain("This signup was canceled");
  });
});
