import { existsSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import type { ActivityEntry } from "./activity/activity.ts";
import { ActivityReader } from "./activity/activity-reader.ts";
import { entryLines, lookOf } from "./activity/entry-line.ts";
import { functionsOf, logLinesOf } from "./activity/log-lines.ts";
import { dataDirOf, fail, nearest } from "./base/command-line.ts";
import { typedOptions } from "./base/options.ts";

const HELP = `Usage: npm run logs -- [--follow] [--request ID] [--failed] [--function NAME] [--json] [--data DIR]

Shows what happened in the local cloud, while it runs and afterwards: requests, events, deliveries, emails
and timers, oldest first.

  --follow         continue with what happens next, until Ctrl-C
  --request ID     only this request or invocation, with the log lines of its functions; the short id is enough
  --failed         only what failed
  --function NAME  only what this function did, such as start-signup
  --json           print one JSON object a line
  --data DIR       read this data folder (default .local, or DATA_DIR)
  --help           print this
`;

const FOLLOW_MS = 200;

process.stdout.on("error", () => process.exit(0));
const options = read();
const { dataDir } = options;
if (!existsSync(dataDir))
  fail(
    `There is no data folder ${dataDir}. Start the service with npm start, or name its folder with --data.`,
  );
const { function: functionName } = options;
const functions = functionsOf(dataDir);
if (functionName !== undefined && !functions.includes(functionName)) {
  const meant = nearest(functionName, functions);
  fail(`${dataDir} has no function ${functionName}.${meant ? ` Did you mean ${meant}?` : ""}`);
}
const line = options.json ? JSON.stringify : entryLines(() => lookOf(process.stdout));
const reader = new ActivityReader(dataDir);
const recorded = reader.next().filter(isWanted);
for (const entry of recorded) print(entry);
if (options.request !== undefined) printLog(options.request);
else if (recorded.length === 0 && !options.follow) process.stderr.write(`Nothing in ${dataDir} matches.\n`);
if (options.follow) await follow();

function printLog(request: string): void {
  const lines = logLinesOf(dataDir, request);
  for (const { name, line } of lines)
    process.stdout.write(options.json ? `${line}\n` : `  ${name}: ${line}\n`);
  if (recorded.length + lines.length === 0 && !options.follow)
    fail(`${dataDir} has no request whose id starts with ${request}. npm run logs lists the requests.`);
}

async function follow(): Promise<void> {
  for (;;) {
    await sleep(FOLLOW_MS);
    for (const entry of reader.next().filter(isWanted)) print(entry);
  }
}

function isWanted(entry: ActivityEntry): boolean {
  const { request, failed } = options;
  return (
    (request === undefined || (entry.request ?? "").startsWith(request)) &&
    (!failed || entry.failed) &&
    (functionName === undefined || entry.function === functionName)
  );
}

function print(entry: ActivityEntry): void {
  process.stdout.write(`${line(entry)}\n`);
}

function read() {
  const { values } = typedOptions(
    {
      options: {
        follow: { type: "boolean", default: false },
        request: { type: "string" },
        failed: { type: "boolean", default: false },
        function: { type: "string" },
        json: { type: "boolean", default: false },
        data: { type: "string" },
      },
    },
    HELP,
  );
  if (values.request !== undefined && !/^[0-9a-f]{4,8}(-[0-9a-f-]*)?$/.test(values.request))
    return fail("--request must be a request's id, or its first 4 to 8 characters, such as 3f2a9c1d.");
  return { ...values, dataDir: dataDirOf(values.data) };
}
