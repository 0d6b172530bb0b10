import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { endClouds } from "../../infra/local/test/support/cloud-process.ts";
import { startCloud } from "../support/cloud/cloud.ts";
import { startAwsStub } from "./aws-stub.ts";
import { buildBundles } from "./bundles.ts";
import { openEngines } from "./engines.ts";
import { reportFunctions } from "./functions-report.ts";
import { keyedEvents } from "./keyed-events.ts";
import { reportListCosts } from "./list-cost.ts";
import { environment, measure } from "./measure.ts";
import { missedGoals, progress } from "./print-table.ts";
import { reportShardConflicts } from "./shard-conflicts.ts";
import { functionNames, subjectsOf } from "./subjects.ts";
import { Tapes } from "./tapes.ts";
import { reportWebhooks } from "./webhooks.ts";

const scratch = mkdtempSync(join(tmpdir(), "bench-"));
process.on("exit", () => rmSync(scratch, { recursive: true, force: true }));
for (const signal of ["SIGINT", "SIGTERM"] as const)
  process.on(signal, () => void endClouds().then(() => process.exit(1)));

/** The parts of the bench, by the word that asks for one. */
const parts: Readonly<Record<string, (names: readonly string[]) => Promise<void>>> = {
  functions,
  webhooks: async () => {
    progress("Starting the local cloud");
    const env = { END_WITH_PROCESS: String(process.pid) };
    await reportWebhooks(await startCloud({ dataDir: join(scratch, "cloud"), env }));
  },
  lists: reportListCosts,
  conflicts: async () => reportShardConflicts(),
};

const asked = process.argv.slice(2);
const names = asked.filter((word) => functionNames.includes(word));
const unknown = asked.filter((word) => !(word in parts || names.includes(word)));

try {
  if (unknown.length > 0)
    throw new Error(`No part and no function is named ${unknown}. The parts: ${Object.keys(parts)}.`);
  const wanted = asked.length === 0 ? Object.keys(parts) : asked.filter((word) => word in parts);
  for (const part of names.length > 0 ? new Set(["functions", ...wanted]) : wanted)
    await parts[part]?.(names);
  reportMissedGoals();
} catch (error) {
  process.stderr.write(`${unknown.length > 0 ? (error as Error).message : (error as Error).stack}\n`);
  process.exitCode = 1;
} finally {
  await endClouds();
}

/** A run that misses a goal fails, and names it last, where it is seen. */
function reportMissedGoals(): void {
  const missed = missedGoals();
  if (missed.length === 0) return void process.stdout.write("\nEvery goal is met.\n");
  process.stdout.write(`\nMissed goals (${missed.length}):\n${missed.map((goal) => `  ${goal}\n`).join("")}`);
  process.exitCode = 1;
}

async function functions(names: readonly string[]): Promise<void> {
  progress("Bundling");
  const chosen = subjectsOf(names);
  const bundles = await buildBundles(scratch, chosen);
  progress("Making objects for the first events");
  const dataDir = join(scratch, "objects");
  const events = await keyedEvents(dataDir);
  const engines = await openEngines(dataDir);
  const stub = await startAwsStub();
  try {
    const env = { ...environment(stub, scratch), ...engines.environment };
    const subjects = chosen.map((subject) =>
      subject.keyed ? { ...subject, event: events.get(subject.name) } : subject,
    );
    const measured = await measure(subjects, bundles, { stub, tapes: new Tapes(engines.ask), env });
    reportFunctions(subjects, measured, bundles);
  } finally {
    stub.close();
    engines.stop();
  }
}
