import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Grant } from "../../../infra/local/platform/iam.ts";
import type { LocalCloud } from "../../../infra/local/test/support/local-cloud.ts";
import { cloudsDir } from "../process/artifacts.ts";

/** What no test asks for, by reason. */
const KEPT: Record<string, RegExp> = {
  "no rail of this stage calls back": /^HearRailRole\w+ sqs:SendMessage/,
  "no live payout saves yet, so no person gets a statement":
    /^SendMailRole\w+ dynamodb:(?:GetItem SAVER|Query RECEIPT)#/,
  "a contribution is sent in the year of its payout":
    /^WalkTaxEventsRole\w+ dynamodb:(?:GetItem CONTRIBUTION|UpdateItem SAVER)#/,
  "an audit finds each contribution's payout, and a timeline has its keys and endpoints already":
    /^LookUpRole\w+ dynamodb:(?:GetItem CONTRIBUTION|BatchGetItem (?:WEBHOOK|API_KEY))#/,
  "a sweep needs it when a payout is overdue just then":
    /^SweepDeliveriesRole\w+ sqs:GetQueueAttributes .*DuePayouts/,
  "an audit reads again what seems to differ": /^WalkTaxEventsRole\w+ dynamodb:GetItem PAYMENT#/,
  "the night's audit reads what a correction corrects, and by chance a simulated operator corrects":
    /^WalkTaxEventsRole\w+ dynamodb:GetItem ENTRY#/,
  "the sandbox draws whether a platform has new earnings":
    /^SyncPlatformRole\w+ dynamodb:(?:UpdateItem DRIVER|PutItem EVENT)#/,
};

const file = () => join(cloudsDir, `${process.env.TEST_RUN}-grants.jsonl`);
const textOf = ({ role, action, resource, prefix }: Grant) => `${role} ${action} ${prefix ?? resource}`;

/** Notes which grants the functions of a cloud used, for the end of the run. */
export async function noteGrants(cloud: LocalCloud): Promise<void> {
  const grants = await cloud.grants();
  const lines = grants.map((grant) => `${JSON.stringify([textOf(grant), grant.used])}\n`);
  appendFileSync(file(), lines.join(""));
}

/** The grants of the template that no function used on any cloud of the run. */
export function unusedGrants(): string[] {
  if (!existsSync(file())) return [];
  const lines: [string, boolean][] = readFileSync(file(), "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  const used = new Set(lines.flatMap(([text, isUsed]) => (isUsed ? [text] : [])));
  const texts = new Set(lines.map(([text]) => text));
  return [...texts].filter((text) => !used.has(text) && !Object.values(KEPT).some((kept) => kept.test(text)));
}
