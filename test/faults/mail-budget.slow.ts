import { afterAll, describe, expect, test } from "@jest/globals";
import { Template } from "../../infra/local/template.ts";
import { endClouds, newFolder } from "../../infra/local/test/support/cloud-process.ts";
import { eventually } from "../../infra/local/test/support/eventually.ts";
import type { Json } from "../../infra/local/test/support/http.ts";
import { changedAssembly } from "../support/cloud/changed-assembly.ts";
import { freshAddress, freshEmail, startCloud } from "../support/cloud/cloud.ts";
import { mailsTo, mailTo } from "../support/cloud/mailbox.ts";
import { assemblyDir } from "../support/cloud/synthesise.ts";
import { DashboardVisitor } from "../support/dashboard/dashboard.ts";
import { SIGNUPS } from "../support/journeys/signup.ts";

const template = new Template(assemblyDir);
const queueNamed = (start: string) =>
  template.ids("AWS::SQS::Queue").find((id) => id.startsWith(start)) ?? "";
const [queue, deadLetters] = [queueNamed("MailQueue"), queueNamed("MailDeadLetters")];
const [sender = ""] = template.ids("AWS::Lambda::Function").filter((id) => /^SendMail[0-9A-F]{8}$/.test(id));

afterAll(endClouds);

describe("when the hour's budget of emails is spent", () => {
  test("further emails wait for as long as it takes, none is lost or a dead letter, and no hour has more", async () => {
    const assembly = changedAssembly(newFolder(), (resources) => {
      resources[sender].Properties.Environment.Variables.CONFIRMATIONS_PER_HOUR = "3";
      // A message that returned to its queue would be a dead letter at once.
      resources[queue].Properties.RedrivePolicy.maxReceiveCount = 1;
    });
    const limited = await startCloud({ assembly });
    const emails = Array.from({ length: 8 }, freshEmail);
    for (const email of emails) await limited.post(SIGNUPS, { email }, { from: freshAddress() });
    const sent = async () =>
      (await Promise.all(emails.map((email) => mailsTo(limited, email)))).flatMap((mails) =>
        mails.map(({ at }) => Date.parse(at)),
      );
    await eventually(async () => (limited.logs().match(/"EmailsWaiting"/g)?.length ?? 0) >= 5);
    expect(await sent()).toHaveLength(3);
    expect(await limited.queueLength(queue)).toBe(5);
    for (let hour = 0; hour < 3; hour++) await limited.advance("75m");
    const instants = (await sent()).sort((a, b) => a - b);
    expect(instants).toHaveLength(emails.length);
    for (const [i, at] of instants.entries())
      expect(at - (instants[i - 3] ?? Number.NEGATIVE_INFINITY)).toBeGreaterThanOrEqual(3_600_000 - 5_000);
    expect([await limited.queueLength(queue), await limited.queueLength(deadLetters)]).toEqual([0, 0]);
  });
});

test("links that register a company, to any addresses, share the budget of an hour", async () => {
  const assembly = changedAssembly(newFolder(), (resources) => {
    resources[sender].Properties.Environment.Variables.CONFIRMATIONS_PER_HOUR = "3";
  });
  const limited = await startCloud({ assembly });
  const visitors = Array.from({ length: 8 }, () => new DashboardVisitor(limited));
  for (const visitor of visitors)
    await visitor.post("/developers", "/developers/sign-in/register", {
      company: freshEmail(),
      email: visitor.email,
    });
  await limited.advance("0s");
  const mails = (await limited.call("/_local/mailbox/json")).json as Json[];
  expect(mails.length).toBeGreaterThan(0);
  expect(mails.length).toBeLessThanOrEqual(3);
});

test("links to addresses that strangers made members share the budget, and one to a member who signed in does not", async () => {
  const assembly = changedAssembly(newFolder(), (resources) => {
    resources[sender].Properties.Environment.Variables.CONFIRMATIONS_PER_HOUR = "3";
  });
  const limited = await startCloud({ assembly });
  const ana = await new DashboardVisitor(limited).signIn("Acme Fleet");
  const strangers = Array.from({ length: 8 }, () => new DashboardVisitor(limited));
  for (const { email } of strangers)
    await limited.post("/api/agent/partners", { company: email, email }, { from: freshAddress() });
  for (const stranger of strangers)
    await stranger.post("/developers", "/developers/sign-in/ask", { email: stranger.email });
  await limited.advance("0s");
  const sent = await Promise.all(strangers.map(({ email }) => mailsTo(limited, email)));
  expect(sent.flat().length).toBeGreaterThan(0);
  expect(sent.flat().length).toBeLessThanOrEqual(2);
  const again = new DashboardVisitor(limited, ana.email);
  expect(await again.askForLink()).toContain("/developers/sign-in/");
});

describe("when the recipient's address is an identity of the SES account", () => {
  test("the email is sent, as SES in its sandbox has only such recipients", async () => {
    const email = freshEmail();
    const assembly = changedAssembly(newFolder(), (resources) => {
      resources.VerifiedRecipient = {
        Type: "AWS::SES::EmailIdentity",
        Properties: { EmailIdentity: email },
      };
    });
    const verified = await startCloud({ assembly });
    await verified.post(SIGNUPS, { email }, { from: freshAddress() });
    await mailTo(verified, email);
    expect(await verified.refusals()).toEqual([]);
  });
});
