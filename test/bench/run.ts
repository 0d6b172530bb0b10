import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { endClouds } from "../../infra/local/test/support/cloud-process.ts";
import { startAwsStub } from "./aws-stub.ts";
import { buildBundles } from "./bundles.ts";
import { stopChildren } from "./children.ts";
import { environment, measureColdStarts } from "./cold-start.ts";
import { reportColdStarts } from "./cold-start-report.ts";
import { openEngines } from "./engines.ts";
import { reportHotCalls } from "./hot-calls.ts";
import { HttpClient } from "./http-client.ts";
import { keyedEvents } from "./keyed-events.ts";
import { reportLatency } from "./latency.ts";
import { reportListCosts } from "./list-cost.ts";
import { startLocalCloud } from "./local-cloud.ts";
import { reportLoop } from "./loop.ts";
import { missedGoals } from "./print-table.ts";
import { progress, progressDone } from "./progress.ts";
import { reportReceipts } from "./receipts.ts";
import { reportShardConflicts } from "./shard-conflicts.ts";
import { functions, MCP_SIGNUP, YARDSTICKS } from "./subjects.ts";
import { Tapes } from "./tapes.ts";
import { reportWebhooks } from "./webhooks.ts";

const scratch = mkdtempSync(join(tmpdir(), "bench-"));
process.on("exit", () => rmSync(scratch, { recursive: true, force: true }));
let interrupted = false;
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.on(signal, () => {
    interrupted = true;
    void stopAll().then(() => process.exit(1));
  });
}

try {
  await coldStarts();
  await localCloud();
  await reportListCosts();
  await reportReceipts();
  await reportLoop();
  reportShardConflicts();
  reportMissedGoals();
} catch (error) {
  progressDone();
  if (!interrupted) process.stderr.write(`${(error as Error).stack}\n`);
  process.exitCode = 1;
} finally {
  await stopAll();
}

async function stopAll(): Promise<void> {
  await Promise.all([stopChildren(), endClouds()]);
}

/** A run that misses a goal fails, and names it last, where it is seen. */
function reportMissedGoals(): void {
  const missed = missedGoals();
  if (missed.length === 0) return void process.stdout.write("\nEvery goal is met.\n");
  process.stdout.write(`\nMissed goals (${missed.length}):\n${missed.map((goal) => `  ${goal}\n`).join("")}`);
  process.exitCode = 1;
}

async function coldStarts(): Promise<void> {
  progress("Bundling");
  const bundles = await buildBundles(scratch);
  progress("Making objects for the first events");
  const dataDir = join(scratch, "objects");
  const events = await keyedEvents(dataDir);
  const engines = await openEngines(dataDir);
  const stub = await startAwsStub();
  try {
    const env = { ...environment(stub, scratch), ...engines.environment };
    const subjects = [...functions, MCP_SIGNUP, ...YARDSTICKS].map((subject) =>
      subject.keyed ? { ...subject, event: events.get(subject.name) } : subject,
    );
    const tapes = new Tapes(engines.ask);
    const measured = await measureColdStarts(subjects, bundles, { stub, tapes, env });
    reportColdStarts(measured, bundles);
    await reportHotCalls(bundles, stub, scratch);
  } finally {
    stub.close();
    engines.stop();
  }
}

async function localCloud(): Promise<void> {
  progress("Starting the local cloud");
  const client = new HttpClient(await startLocalCloud(join(scratch, "cloud")));
  try {
    await reportLatency(client);
    await reportWebhooks(client.url);
  } finally {
    client.close();
  }
}
