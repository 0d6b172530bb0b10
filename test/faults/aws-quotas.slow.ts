import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { freshAddress, freshEmail, startCloud } from "../support/cloud/cloud.ts";
import { mailsTo } from "../support/cloud/mailbox.ts";
import { expectPaidOnce } from "../support/partner/payouts.ts";
import { newPartner } from "../support/partner/platform.ts";

const SIGNUPS = "/api/agent/signups";

test("under AWS's quotas, what they refuse is named and done later, and nothing is lost", async () => {
  const quotas = "aws,openExecutions=1,partitionWrites=80";
  const cloud = await startCloud({ args: ["--quiet", "--quotas", quotas] });
  const start = async (json: object): Promise<string> =>
    (await cloud.post(SIGNUPS, json, { from: freshAddress() })).json.signup_id;
  const emails = [freshEmail(), freshEmail(), freshEmail()];
  await Promise.all(emails.map((email) => start({ email })));
  const sandbox = await Promise.all([1, 2].map(async () => start({ email: freshEmail(), sandbox: true })));
  const partner = await newPartner(cloud);
  const { id: driver } = await partner.driver();
  await partner.payout(driver, { method: "instant" });
  await cloud.advance("30m");
  // Of ten writes of 60 units each, a partition takes one at once.
  const { tables } = (await cloud.call("/_local/console/items")).json;
  const Item = { pk: { S: "QUOTAS#" }, sk: { S: "1" }, text: { S: "x".repeat(60_000) } };
  const headers = { "x-amz-target": "DynamoDB_20120810.PutItem", authorization: "operator" };
  const write = () => cloud.call("/_local/aws", { json: { TableName: tables[0], Item }, headers });
  const replies = await Promise.all(Array.from({ length: 10 }, write));
  expect(replies.map(({ json }) => json.throttlingReasons?.[0].reason)).toContain(
    "TableWriteKeyRangeThroughputExceeded",
  );

  for (const email of emails) expect(await mailsTo(cloud, email)).toHaveLength(1);
  for (const id of sandbox) expect((await cloud.call(`${SIGNUPS}/${id}`)).json.status).toBe("account_opened");
  await expectPaidOnce(partner, driver);
  const entries = readFileSync(join(cloud.dataDir, "activity.jsonl"), "utf8").trim().split("\n");
  const reached = entries.map((line) => JSON.parse(line)).filter(({ kind }) => kind === "quota");
  expect([...new Set(reached.map(({ what }) => what))].sort()).toEqual([
    "emails in SES's sandbox (emails)",
    "open executions (openExecutions)",
    "write units of a partition (partitionWrites)",
  ]);
});
