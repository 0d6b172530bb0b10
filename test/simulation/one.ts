import { closeSync, openSync, rmSync, writeSync } from "node:fs";
import { runInThisContext } from "node:vm";
import { noteGrants } from "../support/cloud/used-grants.ts";
import { prepared } from "../support/process/prepared.ts";
import { knobsOf } from "./knobs.ts";
import { inWords } from "./story.ts";
import { World } from "./world.ts";

/** Runs one seed in a process of its own, and says the result as JSON. */
await prepared("together");
const { seed, trace, keep, until, watch, break: stopAt, ...set } = JSON.parse(process.argv[2] ?? "{}");
const knobs = knobsOf(seed, set);
if (knobs.bankDays > 0) await prepared("rail");
const { TEST_RUN } = process.env;
process.env.TEST_RUN = `1-${knobs.start}`;
Object.defineProperty(process, "pid", { value: 1 });
const world = new World(seed, knobs.start);
const { SimulatedCloud } = await import("./cloud.ts");
const { run } = await import("./run.ts");
const cloud = new SimulatedCloud(world, keep);
const file = trace === undefined ? undefined : openSync(trace, "w");
let isStopped = false;
cloud.note = (line) => {
  if (file !== undefined) writeSync(file, `${line}\n`);
  if (watch && line.includes(watch)) for (const words of inWords(line)) process.stdout.write(`${words}\n`);
  if (stopAt && !isStopped && line.includes(stopAt)) {
    isStopped = true;
    runInThisContext("debugger");
  }
};
const result = await run(cloud, world, knobs, until && Date.parse(until)).catch(
  (error: Error & { invariant?: string; ids?: string[] }) => ({
    violation: error.message,
    invariant: error.invariant ?? "",
    stack: error.stack,
    ids: error.ids ?? [],
    at: new Date(world.now).toISOString(),
    hash: cloud.hash(),
  }),
);
if (TEST_RUN && !("violation" in result)) {
  process.env.TEST_RUN = TEST_RUN;
  await world.run(noteGrants(cloud));
}
if (file !== undefined) closeSync(file);
const { user, system } = process.cpuUsage();
if (keep) await cloud.stop();
else rmSync(cloud.dataDir, { recursive: true, force: true });
process.stdout.write(`${JSON.stringify({ knobs, ...result, cpu: (user + system) / 1e6 })}\n`, () =>
  process.exit(0),
);
