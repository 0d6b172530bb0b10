import { describe, expect, test } from "@jest/globals";
import { eventually } from "../../infra/local/test/support/eventually.ts";
import { launchBrowser, visit } from "../support/cloud/browser.ts";
import { freshAddress, freshEmail } from "../support/cloud/cloud.ts";
import { mailAfter, mailTo } from "../support/cloud/mailbox.ts";
import { sharedCloud } from "../support/cloud/shared-cloud.ts";

const SIGNUPS = "/api/agent/signups";

// A minute passes in half a second, and then the owner can request the email again.
const [cloud, browser] = await Promise.all([sharedCloud(120), launchBrowser()]);

async function agentStartsSignup() {
  const email = freshEmail();
  const reply = await cloud.post(SIGNUPS, { email, agent: { name: "Claude" } }, { from: freshAddress() });
  return { email, ...reply.json } as { email: string; signup_id: string; signup_url: string };
}

const agentPolls = async (id: string) => (await cloud.call(`${SIGNUPS}/${id}`)).json.status;

describe.each([
  ["with JavaScript", true],
  ["without JavaScript", false],
])("confirmation on a phone, %s", (_, javaScriptEnabled) => {
  test("the owner requests the email, opens it and confirms, and the agent sees the new status", async () => {
    const { email, signup_id, signup_url } = await agentStartsSignup();
    await mailTo(cloud, email);
    const { created_at } = (await cloud.call(`${SIGNUPS}/${signup_id}`)).json;
    await eventually(async () => (await cloud.now()) > Date.parse(created_at) + 60_000);

    const page = await visit(browser, { javaScriptEnabled });
    await page.goto(signup_url);
    await mailAfter(cloud, email, () =>
      page.getByRole("button", { name: "Email me the confirmation link" }).click(),
    );
    await page.getByRole("heading", { name: "Check your email" }).waitFor();
    expect(await agentPolls(signup_id)).toBe("initiated");

    await page.goto(`${cloud.url}/_local/mailbox`);
    await page.getByRole("listitem").filter({ hasText: email }).first().getByRole("link").click();
    await page.getByRole("link", { name: new RegExp(`/signup/${signup_id}/[\\w-]{43}$`) }).click();
    await page.getByRole("checkbox").check();
    await page.getByRole("button", { name: "Confirm" }).click();
    await page.getByRole("heading", { name: "You're on the waitlist" }).waitFor();
    await eventually(async () => (await agentPolls(signup_id)) === "waitlist_joined");
  });
});

test("the link in the email's HTML part confirms, too", async () => {
  const { email, signup_id } = await agentStartsSignup();
  await mailTo(cloud, email);
  const page = await visit(browser);
  await page.goto(`${cloud.url}/_local/mailbox`);
  await page.getByRole("listitem").filter({ hasText: email }).first().getByRole("link").click();
  await page.frameLocator("iframe").getByRole("link", { name: "Review and confirm" }).click();
  await page.getByRole("checkbox").check();
  await page.getByRole("button", { name: "Confirm" }).click();
  await page.getByRole("heading", { name: "You're on the waitlist" }).waitFor();
  expect(await agentPolls(signup_id)).toBe("waitlist_joined");
});

test("a second tab does not invalidate the first tab's form", async () => {
  const { email, signup_url } = await agentStartsSignup();
  const link = /http:\S+\/signup\/\S+/.exec((await mailTo(cloud, email)).text)?.[0] ?? "";
  const first = await visit(browser);
  await first.goto(link);
  const second = await first.context().newPage();
  await second.goto(signup_url);
  await first.getByRole("checkbox").check();
  await first.getByRole("button", { name: "Confirm" }).click();
  await first.getByRole("heading", { name: "You're on the waitlist" }).waitFor();
});
