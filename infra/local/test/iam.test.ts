import { expect, test } from "@jest/globals";
import { Iam } from "../platform/iam.ts";
import { Ses } from "../ses/ses.ts";
import { inFolder } from "./support/in-folder.ts";
import { templateOf } from "./support/template-of.ts";

const DOMAIN = "mail.example.com";
const VERIFIED = "owner@verified.example";
const arn = (resource: string) => `arn:aws:ses:us-east-1:000000000000:${resource}`;
const fromUs = (Condition: object) => ({
  Effect: "Allow",
  Action: "ses:SendEmail",
  Resource: [arn("identity/*"), arn("configuration-set/Sending")],
  Condition,
});
const onOurDomain = {
  Effect: "Allow",
  Action: "ses:SendEmail",
  Resource: [arn(`identity/${DOMAIN}`), arn("configuration-set/Sending")],
};

/** Whether a role with one statement may send an email. */
function senderWith(statement: object) {
  const identity = (EmailIdentity: string) => ({
    Type: "AWS::SES::EmailIdentity",
    Properties: { EmailIdentity },
  });
  const Resources = {
    Sender: {
      Type: "AWS::IAM::Role",
      Properties: { Policies: [{ PolicyDocument: { Version: "2012-10-17", Statement: [statement] } }] },
    },
    Domain: identity(DOMAIN),
    Verified: identity(VERIFIED),
  };
  const template = templateOf(Resources);
  const iam = new Iam();
  const ses = inFolder((dir) => new Ses(dir));
  for (const engine of [iam, ses]) engine.follow(template);
  const { iamChecks } = ses.service();
  return async (to: string, FromEmailAddress = `Us <hello@${DOMAIN}>`): Promise<boolean> => {
    const email = {
      FromEmailAddress,
      ConfigurationSetName: "Sending",
      Destination: { ToAddresses: [to] },
    };
    for (const { action, resource, context } of iamChecks("SendEmail", email))
      if (!(await iam.allows("Sender", action, resource, context))) return false;
    return true;
  };
}

test("a policy for the sender's domain alone refuses a recipient who is an identity of the account", async () => {
  const maySend = senderWith(onOurDomain);
  expect(await maySend("stranger@example.net")).toBe(true);
  expect(await maySend(VERIFIED)).toBe(false);
  expect(await maySend("Owner@Verified.example")).toBe(false);
  expect(await maySend("other@verified.example")).toBe(true);
});

test.each(["StringEquals", "StringLike"])(
  "with %s on ses:FromAddress, our address may email anyone",
  async (operator) => {
    const maySend = senderWith(fromUs({ [operator]: { "ses:FromAddress": `hello@${DOMAIN}` } }));
    for (const to of ["stranger@example.net", VERIFIED, `us@${DOMAIN}`]) expect(await maySend(to)).toBe(true);
    // The decision on our address is cached, and another address is another question.
    for (const from of [`other@${DOMAIN}`, "hello@evil.example", `"hello@${DOMAIN}" <x@${DOMAIN}>`])
      expect(await maySend(VERIFIED, from)).toBe(false);
    expect(await maySend(VERIFIED, `hello@${DOMAIN}`)).toBe(true);
  },
);

test("a prefix in the condition allows the addresses that start with it", async () => {
  const maySend = senderWith(fromUs({ StringLike: { "ses:FromAddress": "hello*" } }));
  expect(await maySend(VERIFIED, "hello+1@mail.example.com")).toBe(true);
  expect(await maySend(VERIFIED, "goodbye@mail.example.com")).toBe(false);
});

test.each([
  [{ StringEquals: { "aws:SourceIp": "192.0.2.1" } }, "StringEquals on aws:SourceIp"],
  [{ StringNotEquals: { "ses:FromAddress": "x@example.com" } }, "StringNotEquals on ses:FromAddress"],
])("a condition that the local cloud cannot judge fails its start: %j", (condition, named) => {
  expect(() => senderWith(fromUs(condition))).toThrow(named);
});
