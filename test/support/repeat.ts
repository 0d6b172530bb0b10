import { spawn } from "node:child_process";
import { createWriteStream, existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { cpus, loadavg } from "node:os";
import { join, relative } from "node:path";
import { parseArgs } from "node:util";
import { Worker } from "node:worker_threads";
import { artifactsDir } from "./process/artifacts.ts";
import { stallProcesses } from "./stalls.ts";

const HELP = `npm run test:repeat -- RUNS [--busy N] [--stall SEED] [-- ARGUMENTS OF JEST]

Runs the tests again and again, to find those that fail by chance. Meanwhile --busy keeps N threads spinning,
and --stall stops processes of the run, one or all, for up to 3 s (Linux). Each run has the next seed.
`;

type Report = {
  testResults: {
    name: string;
    status: string;
    message: string;
    assertionResults: { status: string; fullName: string }[];
  }[];
};

const root = join(import.meta.dirname, "..", "..");
const folder = join(artifactsDir, "repeat");
const { runs, busy, stallSeed, forJest } = readArguments();

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const spinning = Array.from({ length: busy }, () => new Worker("for (;;);", { eval: true }));
let redRuns = 0;
for (let run = 1; run <= runs; run++) {
  const red = await runOnce(run);
  if (red.length > 0) redRuns++;
}
for (const worker of spinning) await worker.terminate();
process.stdout.write(`${runs - redRuns} of ${runs} runs were green.\n`);
process.exitCode = redRuns > 0 ? 1 : 0;

/** Prints a line about one run and one for each red test, and returns the red tests. */
async function runOnce(run: number): Promise<string[]> {
  const [startedAt, cpuBefore] = [performance.now(), cpuSeconds()];
  const report = join(folder, `run-${run}.json`);
  const output = join(folder, `run-${run}.txt`);
  const end = new AbortController();
  let stalls = 0;
  const inRun = `REPEATED_BY=${process.pid}`;
  const stallsOf = stallSeed === undefined ? undefined : stallSeed + run - 1;
  const stalling = stallsOf !== undefined && stallProcesses(inRun, stallsOf, end.signal, () => stalls++);
  const code = await jest(["--json", "--outputFile", report, ...forJest], output);
  end.abort();
  await stalling;
  const red = code === 0 ? [] : redTests(report);
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(0);
  const cpu = (cpuSeconds() - cpuBefore).toFixed(0);
  const [load = 0] = loadavg();
  const stalled = stallsOf === undefined ? "" : `, ${stalls} stalls of seed ${stallsOf}`;
  const where = red.length > 0 ? `, ${output}` : "";
  process.stdout.write(
    `run ${run}: ${red.length} red, ${seconds} s, ${cpu} CPU s, load ${load.toFixed(1)}${stalled}${where}\n`,
  );
  for (const name of red) process.stdout.write(`  ${name}\n`);
  return red;
}

function jest(args: string[], output: string): Promise<number | null> {
  const env = {
    ...process.env,
    MALLOC_ARENA_MAX: "2",
    NODE_OPTIONS: "--no-warnings --max-semi-space-size=4",
    REPEATED_BY: String(process.pid),
  };
  const program = join(root, "node_modules", "jest", "bin", "jest.js");
  const child = spawn(process.execPath, [program, ...args], {
    cwd: root,
    env,
    stdio: ["ignore", "ignore", "pipe"],
  });
  child.stderr.pipe(createWriteStream(output));
  return new Promise((resolve) => child.once("close", resolve));
}

/** A suite without a red test can be red too, such as one that does not load. */
function redTests(report: string): string[] {
  if (!existsSync(report)) return ["The test runner ended without a report"];
  const { testResults } = JSON.parse(readFileSync(report, "utf8")) as Report;
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const suite = relative(root, name);
    const red = assertionResults.filter((one) => one.status === "failed");
    if (red.length > 0) return red.map(({ fullName }) => `${suite}: ${fullName}`);
    return status === "failed"
      ? [
          `${suite}: ${message
            .trim()
            .split(/\s*\n\s*/, 2)
            .join(": ")}`,
        ]
      : [];
  });
}

/** The whole machine's, since a local cloud outlives its test runner. Our own spinning does not count. */
function cpuSeconds(): number {
  const all = cpus().reduce((sum, { times: { user, nice, sys } }) => sum + user + nice + sys, 0);
  const own = process.cpuUsage();
  return all / 1e3 - (own.user + own.system) / 1e6;
}

function readArguments() {
  const text = { type: "string" } as const;
  const options = { busy: { ...text, default: "0" }, stall: text };
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  const [runs, busy] = [Number(positionals[0]), Number(values.busy)];
  const stallSeed = values.stall === undefined ? undefined : Number(values.stall);
  if (!(runs >= 1) || !(busy >= 0) || (stallSeed ?? 0) !== ((stallSeed ?? 0) | 0)) {
    process.stderr.write(HELP);
    process.exit(2);
  }
  return { runs, busy, stallSeed, forJest: positionals.slice(1) };
}
