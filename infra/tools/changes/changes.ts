import { setTimeout as sleep } from "node:timers/promises";
import {
  CloudFormationClient,
  DescribeChangeSetCommand,
  type DescribeChangeSetOutput,
  type ResourceChange,
} from "@aws-sdk/client-cloudformation";
import { accessStop } from "../ops/aws-errors.ts";
import { flag, optionsOf, word } from "../ops/options.ts";
import { stackOf } from "../ops/stack.ts";
import { exitCodes, misused, Stop } from "../ops/stop.ts";
import { type Judged, judged } from "./judge.ts";

const HELP = `Usage: npm run ops -- changes --stage NAME --change-set NAME [OPTIONS]

Judges what a change set would do to a stage, before it is executed. Make one with
  npx cdk deploy -c stage=NAME --method prepare-change-set --change-set-name NAME

  --stage NAME       the stage, with the credentials and region of your environment
  --change-set NAME  the change set
  --accept-losses    what would stop asks a person instead, for example to roll back a release that added a queue
  --json             print one JSON object: verdict, changes, and the text
  --help             print this

It stops at a replacement or a removal of what has state. It asks a person to look at more rights, a lost protection, and
what CloudFormation cannot say yet. Exit status: 0 nothing stops, 1 it stops or failed, 2 wrong usage.
`;

type Verdict = "none" | "pass" | "ask" | "stop";
const NESTED = "AWS::CloudFormation::Stack";
const EMPTY = /didn't contain changes|No updates are to be performed/;

export async function changes(args: string[], print: (line: string) => void): Promise<number> {
  const { stage, changeSet, acceptLosses, json } = readOptions(args);
  const client = new CloudFormationClient({});
  const StackName = stackOf(stage);
  try {
    const all = await changesOf(client, { StackName, ChangeSetName: changeSet });
    const found = all.flatMap(judged);
    const worst = found.some(({ verdict }) => verdict === "stop") ? "stop" : found[0]?.verdict;
    const unless = worst === "stop" && acceptLosses ? "ask" : worst;
    const verdict: Verdict = all.length === 0 ? "none" : (unless ?? "pass");
    const text = textOf(verdict, all, found, StackName);
    print(json ? JSON.stringify({ verdict, changes: all.length, text }) : text);
    return verdict === "stop" ? exitCodes.REFUSED : exitCodes.DONE;
  } catch (error) {
    if (error instanceof Stop) throw error;
    const { message } = error as Error;
    if (/does not exist/.test(message)) throw misused(message.replace(/\.?$/, "."));
    throw accessStop(error) ?? new Stop(`CloudFormation refused: ${message}`, exitCodes.REFUSED);
  }
}

type Named = { StackName?: string; ChangeSetName: string };

async function changesOf(client: CloudFormationClient, named: Named): Promise<ResourceChange[]> {
  const found: ResourceChange[] = [];
  let NextToken: string | undefined;
  do {
    const page = await described(client, { ...named, ...(NextToken && { NextToken }) });
    if (page.Status === "FAILED" && EMPTY.test(page.StatusReason ?? "")) return [];
    if (page.Status === "FAILED")
      throw new Stop(`The change set failed: ${page.StatusReason}`, exitCodes.REFUSED);
    found.push(...(page.Changes ?? []).flatMap(({ ResourceChange }) => ResourceChange ?? []));
    NextToken = page.NextToken;
  } while (NextToken);
  const nested: ResourceChange[] = [];
  for (const { ResourceType, ChangeSetId } of found)
    if (ResourceType === NESTED && ChangeSetId)
      nested.push(...(await changesOf(client, { ChangeSetName: ChangeSetId })));
  return [...found, ...nested];
}

/** CloudFormation works out a change set in some seconds, and those of nested stacks after it. */
async function described(client: CloudFormationClient, page: Named & { NextToken?: string }) {
  for (;;) {
    const command = new DescribeChangeSetCommand({ ...page, IncludePropertyValues: true });
    const answer: DescribeChangeSetOutput = await client.send(command);
    if (!/PENDING$|IN_PROGRESS$/.test(answer.Status ?? "")) return answer;
    await sleep(2_000);
  }
}

const heading: Record<Verdict, (stack: string) => string> = {
  none: (stack) => `${stack} stays as it is.`,
  pass: (stack) => `${stack} may change without a look.`,
  ask: (stack) => `${stack} needs a look before it changes.`,
  stop: (stack) =>
    `${stack} does not change: data would be lost. infra/README.md, Upgrades, says how to go there in steps.`,
};
const MAX_REASONS = 60;

function textOf(verdict: Verdict, all: readonly ResourceChange[], found: readonly Judged[], stack: string) {
  const of = (wanted: string) => all.filter(({ Action }) => Action === wanted).length;
  const counts = `${of("Add")} added, ${of("Modify")} changed, ${of("Remove")} removed.`;
  const rows = found.map(({ verdict: of, resource, reason }) => `- **${of}** ${resource} ${reason}`);
  const rest = rows.length > MAX_REASONS ? [`- and ${rows.length - MAX_REASONS} more`] : [];
  return [heading[verdict](stack), counts, ...rows.slice(0, MAX_REASONS), ...rest].join("\n");
}

function readOptions(args: string[]) {
  const options = { stage: word, "change-set": word, "accept-losses": flag, json: flag };
  const { values } = optionsOf({ args, options }, HELP);
  const { stage, "change-set": changeSet } = values;
  if (!stage) throw misused("--stage is required: a local cloud has no change sets.");
  if (!changeSet)
    throw misused("--change-set is required. npm run ops -- changes --help says how to make one.");
  return { stage, changeSet, acceptLosses: values["accept-losses"] === true, json: values.json === true };
}
