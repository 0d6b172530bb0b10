import { afterEach, expect, test } from "@jest/globals";
import { newFolder } from "../../infra/local/test/support/cloud-process.ts";
import { eventually } from "../../infra/local/test/support/eventually.ts";
import { postForm } from "../support/cloud/browserless.ts";
import { changedAssembly } from "../support/cloud/changed-assembly.ts";
import { freshAddress, freshEmail, startCloud } from "../support/cloud/cloud.ts";
import { complaintOf, linkIn, mailAfter, mailTo } from "../support/cloud/mailbox.ts";
import { idOf } from "../infra/stack/template.ts";
import { newSignup, SIGNUPS } from "../support/partner/signup.ts";

const queue = idOf("MailQueue");
const deadLetters = idOf("MailDeadLetters");
const feedback = idOf("MailFeedbackQueue");
const feedbackLetters = idOf("MailFeedbackDeadLetters");

const cloud = await startCloud();
afterEach(() => cloud.inject());

test("while SES stalls, each message of a batch fails alone, and the function ends before its timeout", async () => {
  await cloud.inject({ kind: "hang", action: "ses:SendEmail" });
  const body = JSON.stringify({ kind: "mail", mail: "live_access", account_id: "acct_1" });
  const Records = Array.from({ length: 5 }, (_, i) => ({ messageId: `m${i}`, body }));
  expect(await cloud.invoke("send-mail", { Records })).toEqual({
    batchItemFailures: Records.map(({ messageId }) => ({ itemIdentifier: messageId })),
  });
}, 120_000);

test("a request that SES never accepts ends in the dead letters, complete", async () => {
  await cloud.clearUsage();
  // A refused grant, which the SDK does not retry.
  await cloud.revoke(...(await cloud.grants()).filter(({ action }) => action === "ses:SendEmail"));
  const { signup_id } = await newSignup(cloud);
  // There are thirty tries, two minutes apart.
  await cloud.advance("58m");
  expect(await cloud.queueLength(deadLetters)).toBe(0);
  await cloud.advance("3m");
  const [letter] = await cloud.queue(deadLetters);
  await cloud.revoke();
  expect(letter).toMatchObject({
    kind: "mail",
    mail: "confirmation",
    signup_id,
    asked_at: expect.any(String),
  });
  expect(JSON.stringify(letter)).not.toContain("@");
  expect((await cloud.usage())["send-mail"]?.invocations).toBe(30);
});

test("unreadable feedback ends in its own dead letters, and delays no complaint", async () => {
  const poison = { eventType: "Complaint", complaint: "?" };
  const before = await cloud.queueLength(deadLetters);
  await cloud.sendMessage(feedback, JSON.stringify(poison));
  await cloud.sendMessage(feedback, complaintOf(freshEmail()));
  await cloud.advance("0s");
  expect(await cloud.queueLength(feedback)).toBe(1);
  // It is received thirty times, a minute apart.
  await cloud.advance("31m");
  expect(await cloud.queueLength(feedback)).toBe(0);
  expect(await cloud.queue(feedbackLetters)).toEqual([poison]);
  expect(await cloud.queueLength(deadLetters)).toBe(before);
});

test("a request is settled without an email: one log line, no proof, no fault", async () => {
  const assembly = changedAssembly(newFolder(), (resources) => {
    const { Variables } = resources[idOf("SendMail")].Properties.Environment;
    expect(Variables).toMatchObject({ MAIL: "on", MAIL_FROM: expect.stringContaining("@") });
    Variables.MAIL = "off";
    delete Variables.MAIL_FROM;
    delete Variables.MAIL_CONFIGURATION_SET;
  });
  const silent = await startCloud({ assembly });
  const { json } = await silent.post(SIGNUPS, { email: freshEmail() }, { from: freshAddress() });
  const lines = () =>
    silent
      .logs()
      .split("\n")
      .filter((line) => line.includes('"operation":"send-mail"'));
  await eventually(async () => lines().length > 0);
  // Long enough for ten more tries.
  await silent.advance("20m");
  expect(lines()).toEqual([expect.stringMatching(/"outcomes":\["no_sender"\]/)]);
  expect([await silent.queueLength(queue), await silent.queueLength(deadLetters)]).toEqual([0, 0]);
  const { calls } = (await silent.usage())["send-mail"] ?? {};
  expect(calls ?? {}).not.toHaveProperty("dynamodb:UpdateItem");
  expect((await silent.call(`${SIGNUPS}/${json.signup_id}`)).json.status).toBe("initiated");
});

test("a request after a minute sends another link, and both work until one is used", async () => {
  const { signup_id, email } = await newSignup(cloud);
  const first = await mailTo(cloud, email);
  await cloud.advance("61s");
  const second = await mailAfter(cloud, email, () =>
    postForm(cloud, `/signup/${signup_id}`, {}, { from: freshAddress() }),
  );
  expect(linkIn(first)).not.toBe(linkIn(second));
  for (const mail of [first, second]) expect((await cloud.call(linkIn(mail))).text).toContain("Confirm");
  await postForm(cloud, linkIn(second), { consent: "yes" });
  expect((await cloud.call(linkIn(first))).text).toContain("You're on the waitlist");
});
