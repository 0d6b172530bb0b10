import { afterAll, beforeAll, expect, test } from "@jest/globals";
import type { Grant } from "../../infra/local/platform/iam.ts";
import { type Cloud, startCloud } from "../support/cloud/cloud.ts";
import { isMissed, journeysEnd, wholeJourney } from "../support/journeys/whole-journey.ts";

let cloud: Cloud;
beforeAll(async () => {
  cloud = await startCloud({ timeScale: 300 });
  await wholeJourney(cloud);
}, 600_000);
afterAll(journeysEnd, 120_000);

/**
 * What a release that is being replaced may still ask for
 * (`infra/stack/decisions/0244-the-machine-of-payouts-drains.md`,
 * `shared/store/decisions/0255-what-a-signup-writes.md`), and what a rail that calls back needs.
 */
const KEPT = [
  /^TimersSettlePayoutRole\w+ lambda:InvokeFunction/,
  /^StartTimersRole\w+ states:StartExecution .*SettlePayout/,
  /^(?:ListPayouts|DeveloperPlayground)Role\w+ dynamodb:Query .*by_driver_status$/,
  /^HearRailRole\w+ sqs:SendMessage/,
];

test("the roles grant only what a journey through the whole service uses", async () => {
  const isKept = ({ role, action, resource }: Grant) =>
    KEPT.some((kept) => kept.test(`${role} ${action} ${resource}`));
  const unused = (await cloud.grants()).filter((grant) => !grant.used && !isKept(grant));
  expect(unused).toEqual([]);
});

test.each([
  ["its item in a transaction", /^StartSignupRole/, "dynamodb:PutItem", "SIGNUP_EMAIL#*"],
  ["starting a timer", /^StartTimersRole/, "states:StartExecution", null],
  ["the gateway's calls", /^ApiInvokerRole/, "lambda:InvokeFunction", null],
])("without the grant for %s, the local cloud refuses the call", async (_, role, action, prefix) => {
  const grants = (await cloud.grants()).filter(
    (grant) => role.test(grant.role) && grant.action === action && grant.prefix === prefix,
  );
  expect(grants.length).toBeGreaterThan(0);
  expect(await isMissed(cloud, grants[0] as Grant)).toBe(true);
});
