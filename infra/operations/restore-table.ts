import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { DescribeTableCommand, DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { accessStop } from "./ops/aws-errors.ts";
import { flag, optionsOf } from "../local/base/options.ts";
import { exitCodes, misused, runTool } from "../local/base/stop.ts";
import { type Progress, restoreTable } from "./restore/restore-table.ts";

const PROGRAM = "npm run restore:table --";
const HELP = `Usage: ${PROGRAM} RESTORED_TABLE TABLE --dry-run|--yes [--anew]

Makes TABLE equal to RESTORED_TABLE, which point-in-time recovery made beside it. It writes and deletes only what differs. Run it
while the stage is paused: npm run ops -- stage pause.

  --dry-run  count by noun what would change, and change nothing
  --yes      do it
  --anew     forget an earlier run that was stopped. Without it, the same command continues after the parts that are done
  --help     print this

It uses the credentials and the region of your environment. Exit status: 0 done, 1 failed, 2 wrong usage.
`;

/** Items of a segment, as DynamoDB counts them: of a million items, each segment has one in fifty. */
const SEGMENT = 20_000;
const MIN_SEGMENTS = 64;
const MAX_SEGMENTS = 10_000;
const SAID_EVERY_MS = 5_000;
const FOLDER = "dist";

async function run(args: string[]): Promise<number> {
  const { from, to, dryRun, anew } = readOptions(args);
  const client = new DynamoDBClient({ maxAttempts: 10 });
  const items = Math.max(await itemsOf(client, from), await itemsOf(client, to));
  const segments = Math.min(Math.max(Math.ceil(items / SEGMENT), MIN_SEGMENTS), MAX_SEGMENTS);
  const file = `${FOLDER}/restore-${from}-${to}.json`;
  const kept = !(dryRun || anew) && existsSync(file) && (JSON.parse(readFileSync(file, "utf8")) as Progress);
  if (kept) say(`Continues a run that was stopped: ${partsOf(kept)}. Give --anew if a function ran since.`);
  const progress = kept || { segments, done: [], items: 0, restored: {} };
  mkdirSync(FOLDER, { recursive: true });
  const startedAt = performance.now();
  const doneBefore = progress.done.length;
  let saidAt = startedAt;
  await restoreTable(client, { from, to }, dryRun, progress, (now) => {
    if (!dryRun) writeFileSync(file, JSON.stringify(now));
    if (performance.now() - saidAt < SAID_EVERY_MS) return;
    saidAt = performance.now();
    const share = (now.done.length - doneBefore) / (now.segments - doneBefore);
    say(`${partsOf(now)}, about ${secondsOf((saidAt - startedAt) * (1 / share - 1))} left`);
  });
  rmSync(file, { force: true });
  const verb = dryRun ? "would be " : "";
  for (const [noun, { written, deleted }] of Object.entries(progress.restored))
    process.stdout.write(`${noun}: ${written} ${verb}written, ${deleted} ${verb}deleted\n`);
  const read = `${progress.items.toLocaleString("en-US")} items read in ${secondsOf(performance.now() - startedAt)}.`;
  const result = dryRun ? "Nothing was changed. Give --yes to do it." : "The tables are equal.";
  process.stdout.write(`${result} ${read}\n`);
  return exitCodes.DONE;
}

const say = (line: string) => void process.stderr.write(`${line}\n`);
const secondsOf = (ms: number) => `${Math.ceil(ms / 1_000)} s`;

function partsOf({ done, segments, items, restored }: Progress): string {
  const changed = Object.values(restored).reduce((sum, { written, deleted }) => sum + written + deleted, 0);
  const [read, differ] = [items, changed].map((number) => number.toLocaleString("en-US"));
  return `${done.length} of ${segments} parts are done, ${read} items read, ${differ} differed`;
}

async function itemsOf(client: DynamoDBClient, TableName: string): Promise<number> {
  try {
    return (await client.send(new DescribeTableCommand({ TableName }))).Table?.ItemCount ?? 0;
  } catch (error) {
    if ((error as Error).name !== "ResourceNotFoundException") throw error;
    throw misused(`There is no table ${TableName} in this account and region.`);
  }
}

function readOptions(args: string[]) {
  const options = { "dry-run": flag, yes: flag, anew: flag };
  const { values, positionals } = optionsOf({ args, allowPositionals: true, options }, HELP);
  const [from, to, more] = positionals;
  if (!from || !to || more !== undefined || values["dry-run"] === values.yes)
    throw misused(
      `Give two tables, and --dry-run or --yes: ${PROGRAM} RESTORED_TABLE TABLE --dry-run. --help explains.`,
    );
  if (from === to) throw misused("RESTORED_TABLE and TABLE are the same. Nothing was changed.");
  return { from, to, dryRun: values["dry-run"] === true, anew: values.anew === true };
}

await runTool(run, accessStop);
