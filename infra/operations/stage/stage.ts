import { setTimeout as sleep } from "node:timers/promises";
import { CloudFormationClient, type StackResourceSummary } from "@aws-sdk/client-cloudformation";
import {
  DeleteFunctionConcurrencyCommand,
  GetEventSourceMappingCommand,
  GetFunctionConcurrencyCommand,
  LambdaClient,
  PutFunctionConcurrencyCommand,
  UpdateEventSourceMappingCommand,
} from "@aws-sdk/client-lambda";
import { workers } from "../../../shared/contract/workers.ts";
import { timers } from "../../../shared/contract/service.ts";
import { accessStop } from "../ops/aws-errors.ts";
import { clientFor, noLocalCloud, type StageAddress } from "../ops/invoke.ts";
import { flag, optionsOf, ownUrl, word } from "../../local/base/options.ts";
import { isNamed, resourcesOf, stackOf } from "../ops/stack.ts";
import { exitCodes, misused, Stop } from "../../local/base/stop.ts";
import { stageVariables } from "./gateway-stage.ts";

const PROGRAM = "npm run ops -- stage";
const HELP = `Usage: ${PROGRAM} show|pause|resume [--stage NAME] [--for SPAN] [--yes]

Pauses a stage for work on its data. Visitors get a page that says until when, and programs a 503 with Retry-After. Queues, the
table's stream and timers wait, and continue after resume. Operators' commands work on.

  show           say whether the stage is paused
  pause          pause it; again, to change the time that visitors see
  resume         let it continue

  --for SPAN     how long it will take, such as 45m or 2h, at most 6h (default 30m). Nothing resumes by itself
  --yes          needed to pause
  --stage NAME   the stage, with the credentials and region of your environment; without it, the local cloud
  --url URL      the local cloud's address (default: at PORT, or the one that runs here)
  --help         print this

Exit status: 0 done, 1 refused or failed, 2 wrong usage. Each verb may be run again.
`;

/** Lambda keeps a schedule's runs for six hours. Timers retry for half a day, and the stream keeps a day. */
const MAX_MINUTES = 360;
const MAPPING = "AWS::Lambda::EventSourceMapping";
/** What neither a request nor a mapping invokes: timers and schedules. Their invokers try again. */
export const HELD = [...timers, workers.sendWaiting, workers.startTaxWalks, workers.sweepDeliveries];
/** A setting can leave it out. */
const CANARY = workers.runCanary;
const ATTEMPTS = 60;
const PAUSE_MS = 2_000;

/** Shows, pauses or resumes a stage, and returns the exit status. */
export async function stage(args: string[], print: (line: string) => void): Promise<number> {
  const { verb, minutes, target } = readOptions(args);
  try {
    const parts = await partsOf(target);
    if (verb === "pause") {
      const until = new Date(Date.now() + minutes * 60_000).toISOString();
      await stageVariables(target, parts.api, { paused_until: until });
      await Promise.all(parts.held.map(holdIn(parts.lambda)));
    } else if (verb === "resume") await Promise.all(parts.held.map(releaseIn(parts.lambda)));
    if (verb !== "show") await Promise.all(parts.mappings.map(enableIn(parts.lambda, verb === "resume")));
    // Requests come last: what they start finds everything running.
    if (verb === "resume") await stageVariables(target, parts.api, { paused_until: "no" });
    print(await stateOf(target, parts));
    return exitCodes.DONE;
  } catch (error) {
    const { name, message } = error as Error;
    if (error instanceof Stop) throw error;
    throw (
      accessStop(error) ??
      new Stop(`${name}: ${message}. It is safe to run the command again.`, exitCodes.REFUSED)
    );
  }
}

type Parts = { lambda: LambdaClient; api: string; mappings: string[]; held: string[] };

async function partsOf(target: StageAddress): Promise<Parts> {
  const StackName = stackOf(target.stage ?? "local");
  const resources = await resourcesOf(new CloudFormationClient(clientFor(target)), StackName).catch((error) =>
    Promise.reject(noStack(error, StackName, target)),
  );
  const ids = (of: (resource: StackResourceSummary) => boolean) =>
    resources.filter(of).map(({ PhysicalResourceId = "" }) => PhysicalResourceId);
  const [api] = ids(({ ResourceType }) => ResourceType === "AWS::ApiGatewayV2::Api");
  const held = [...HELD, CANARY].flatMap(({ name }) =>
    ids((each) => each.ResourceType === "AWS::Lambda::Function" && isNamed(each, constructOf(name))),
  );
  if (api === undefined || held.length < HELD.length)
    throw new Stop(`${StackName} is of another version. Check it out first.`, exitCodes.REFUSED);
  // Lambda's control plane takes fifteen calls a second.
  const lambda = new LambdaClient({ maxAttempts: 10, ...clientFor(target) });
  return { lambda, api, mappings: ids(({ ResourceType }) => ResourceType === MAPPING), held };
}

/** `send-waiting` is the construct `SendWaiting`. */
const constructOf = (name: string) =>
  name.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());

function noStack(error: Error & { code?: string }, StackName: string, { url }: StageAddress): Error {
  if (error.code === "ECONNREFUSED") return misused(noLocalCloud(url));
  return /does not exist/.test(error.message)
    ? misused(`There is no stack ${StackName} in this account and region.`)
    : error;
}

const holdIn = (lambda: LambdaClient) => (FunctionName: string) =>
  lambda.send(new PutFunctionConcurrencyCommand({ FunctionName, ReservedConcurrentExecutions: 0 }));

const releaseIn = (lambda: LambdaClient) => (FunctionName: string) =>
  lambda.send(new DeleteFunctionConcurrencyCommand({ FunctionName }));

/** Lambda refuses a change while the last one is under way, which takes up to a minute. */
const enableIn = (lambda: LambdaClient, Enabled: boolean) => async (UUID: string) => {
  const state = Enabled ? "Enabled" : "Disabled";
  for (let left = ATTEMPTS; left > 0; left--) {
    const { State } = await lambda.send(new GetEventSourceMappingCommand({ UUID }));
    if (State === state) return;
    if (State === "Enabled" || State === "Disabled")
      await lambda.send(new UpdateEventSourceMappingCommand({ UUID, Enabled }));
    else await sleep(PAUSE_MS);
  }
  throw new Error(`The mapping ${UUID} is not ${state} yet`);
};

async function stateOf(target: StageAddress, { lambda, api, mappings, held }: Parts): Promise<string> {
  const [{ paused_until = "no" }, states, reserved] = await Promise.all([
    stageVariables(target, api),
    Promise.all(mappings.map((UUID) => lambda.send(new GetEventSourceMappingCommand({ UUID })))),
    Promise.all(held.map((FunctionName) => lambda.send(new GetFunctionConcurrencyCommand({ FunctionName })))),
  ]);
  const off = states.filter(({ State }) => State === "Disabled").length;
  const stopped = reserved.filter(({ ReservedConcurrentExecutions }) => ReservedConcurrentExecutions === 0);
  const counts = `${off} of ${mappings.length} mappings and ${stopped.length} of ${held.length} functions of timers and schedules wait.`;
  if (paused_until === "no")
    return off + stopped.length === 0 ? "The stage runs." : `Requests are served, but ${counts} Run resume.`;
  return `Paused: requests get a 503 until ${paused_until}. ${counts}`;
}

function readOptions(args: string[]) {
  const url = { ...word, default: ownUrl() };
  const options = { stage: word, url, for: { ...word, default: "30m" }, yes: flag };
  const { values, positionals } = optionsOf({ args, allowPositionals: true, options }, HELP);
  const [verb = "", more] = positionals;
  if (!["show", "pause", "resume"].includes(verb) || more !== undefined)
    throw misused(`Say show, pause or resume: ${PROGRAM} show. --help explains.`);
  const [, number, unit] = /^(\d+)(m|h)$/.exec(values.for) ?? [];
  const minutes = Number(number) * (unit === "h" ? 60 : 1);
  if (!(minutes > 0 && minutes <= MAX_MINUTES))
    throw misused("--for must be a span of minutes or hours, such as 45m or 2h, and at most 6h.");
  if (verb === "pause" && !values.yes)
    throw misused(
      `Nothing was changed. Every request would get a 503 for ${values.for}, until you resume. Give --yes to pause.`,
    );
  return { verb, minutes, target: { stage: values.stage, url: values.url } };
}
