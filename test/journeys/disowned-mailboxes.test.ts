import { expect, test } from "@jest/globals";
import type { LocalMail } from "../../infra/local/ses/ses.ts";
import { eventually } from "../../infra/local/test/support/eventually.ts";
import { postForm } from "../support/cloud/browserless.ts";
import { freshAddress, freshEmail } from "../support/cloud/cloud.ts";
import { linkIn, mailAfter, mailsTo } from "../support/cloud/mailbox.ts";
import { sharedCloud } from "../support/cloud/shared-cloud.ts";
import { DashboardVisitor, keyIn } from "../support/dashboard/dashboard.ts";
import { SIGNUPS } from "../support/partner/signup.ts";
import { Partner } from "../support/partner/platform.ts";
import { Receiver } from "../support/partner/receiver.ts";

const cloud = await sharedCloud();

/** A stranger starts a signup with the address, and the mailbox's owner presses "This wasn't me". */
async function prank(email: string): Promise<void> {
  const isConfirmation = ({ text }: LocalMail) => /\/signup\/\S+\/[\w-]{43}\b/.test(text);
  const start = () => cloud.post(SIGNUPS, { email }, { from: freshAddress() });
  const mail = await mailAfter(cloud, email, start, isConfirmation);
  expect((await postForm(cloud, `${linkIn(mail)}/not-me`)).status).toBe(303);
}

/** Asks for a link, and returns how many emails that sends. */
async function emailsAfterAsking(email: string, company?: string): Promise<number> {
  await cloud.advance("0s");
  const before = (await mailsTo(cloud, email)).length;
  const action = company === undefined ? "ask" : "register";
  const fields = { email, ...(company !== undefined && { company }) };
  await new DashboardVisitor(cloud).post("/developers", `/developers/sign-in/${action}`, fields);
  await cloud.advance("0s");
  return (await mailsTo(cloud, email)).length - before;
}

test("a member who has signed in still gets sign-in links after disowning a stranger's signup", async () => {
  const ana = await new DashboardVisitor(cloud).signIn("Prank One");
  await prank(ana.email);
  expect((await (await new DashboardVisitor(cloud, ana.email).signIn()).call(HOME)).text).toContain(
    "Prank One",
  );
  // A stranger can type the address into this form, so the mailbox's wish holds.
  expect(await emailsAfterAsking(ana.email, "Prank Other")).toBe(0);
});

test("a member who has signed in still gets emails about their own endpoint", async () => {
  const ana = await new DashboardVisitor(cloud).signIn("Prank Two");
  const key = keyIn(await ana.post(KEYS, `${KEYS}/create`, { name: "Server", access: "all" }));
  await prank(ana.email);
  const receiver = await Receiver.start();
  receiver.answer = () => ({ status: 410 });
  const partner = new Partner(cloud, key, "", "");
  await partner.create("/v1/webhooks", { url: receiver.url(), events: ["driver.created"] });
  await partner.driver();
  const isAbout = ({ subject }: LocalMail) => /webhook endpoint/i.test(subject);
  expect(await eventually(async () => (await mailsTo(cloud, ana.email)).find(isAbout))).toBeDefined();
});

test("a stranger who makes a disowned address a member cannot email it", async () => {
  const email = freshEmail();
  await prank(email);
  await cloud.post("/api/agent/partners", { company: email, email }, { from: freshAddress() });
  expect(await emailsAfterAsking(email)).toBe(0);
});

const HOME = "/developers/home/test";
const KEYS = "/developers/keys/test";
