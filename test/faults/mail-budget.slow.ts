import { expect, test } from "@jest/globals";
import { newFolder } from "../../infra/local/test/support/cloud-process.ts";
import type { Json } from "../../infra/local/test/support/http.ts";
import { changedAssembly } from "../support/cloud/changed-assembly.ts";
import { freshAddress, freshEmail, startCloud } from "../support/cloud/cloud.ts";
import { mailsTo, mailTo } from "../support/cloud/mailbox.ts";
import { DashboardVisitor } from "../support/dashboard/dashboard.ts";
import { SIGNUPS } from "../support/partner/signup.ts";

/** The lanes of links and of creations have three emails an hour each: one at once, and two in an hour. */
const startSmall = () =>
  startCloud({
    assembly: changedAssembly(newFolder(), (resources) => {
      for (const { Properties } of Object.values(resources) as Json[])
        if (Properties?.Environment?.Variables?.CONFIRMATIONS_PER_HOUR)
          Properties.Environment.Variables.CONFIRMATIONS_PER_HOUR = "10";
    }),
  });

test("links to strangers' addresses wait, and the page says so, while one to a member who signed in leaves at once", async () => {
  const limited = await startSmall();
  const ana = await new DashboardVisitor(limited).signIn("Acme Fleet");
  const visitors = Array.from({ length: 3 }, () => new DashboardVisitor(limited));
  const pages = [];
  for (const visitor of visitors)
    pages.push(
      await visitor.post("/developers", "/developers/sign-in/register", {
        company: freshEmail(),
        email: visitor.email,
      }),
    );
  expect(pages.map(({ headers }) => headers.location)).toEqual(
    Array(3).fill("/developers/sign-in/sent?waits"),
  );
  const again = new DashboardVisitor(limited, ana.email);
  expect(await again.askForLink()).toContain("/developers/sign-in/");
  const sent = async () =>
    (await Promise.all(visitors.map(({ email }) => mailsTo(limited, email)))).flat().length;
  expect(await sent()).toBe(0);
  for (let hour = 0; hour < 3; hour++) await limited.advance("45m");
  expect(await sent()).toBe(3);
});

test("the email is sent, as SES in its sandbox has only such recipients", async () => {
  const email = freshEmail();
  const assembly = changedAssembly(newFolder(), (resources) => {
    resources.VerifiedRecipient = { Type: "AWS::SES::EmailIdentity", Properties: { EmailIdentity: email } };
  });
  const verified = await startCloud({ assembly });
  await verified.post(SIGNUPS, { email }, { from: freshAddress() });
  await mailTo(verified, email);
  expect(await verified.denials()).toEqual([]);
});
