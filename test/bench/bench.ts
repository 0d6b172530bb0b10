import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { buildSync } from "esbuild";
import { endSuite } from "../../infra/local/test/support/suite-end.ts";
import { bundlerSettings } from "../../infra/stack/bundle.ts";
import { entryPoints } from "../../shared/contract/entry-points.ts";
import { operations } from "../../shared/contract/service.ts";
import { artifactsDir, assemblyDir } from "../support/process/artifacts.ts";
import type { Probed } from "./probe.ts";
import { type Recorded, record } from "./record.ts";
import { type Stub, startStub } from "./stub.ts";

/** `BENCH_ROUNDS=3 npm run bench` for a quick look. */
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 15);
/** The CPU time of a first call with a key at most, x that of a bare call of the SDK in the same round. */
const MAX_RATIO = 1.5;
const isKeyed = (name: string) => operations.find((each) => each.name === name)?.scope !== undefined;

/** A function that is started cold in processes of its own, and what it is started with. */
type Subject = { name: string; file: string } & Partial<Recorded>;

// In the checkout, since the bundles import its packages.
const scratch = mkdtempSync(join(artifactsDir, "bench-"));
process.on("exit", () => rmSync(scratch, { recursive: true, force: true }));

/** A file of this folder, bundled as our functions are. */
function bundled(name: string): string {
  const outfile = join(scratch, `${name}.mjs`);
  buildSync({ ...bundlerSettings, entryPoints: [join(import.meta.dirname, `${name}.ts`)], outfile });
  return outfile;
}

/** The floor, and the functions with these names or all that the recorded walk reached. */
function subjectsOf(recorded: ReadonlyMap<string, Recorded>, names: readonly string[]): Subject[] {
  const isChosen = ({ name }: { name: string }) => recorded.has(name) && (!names[0] || names.includes(name));
  const functions = entryPoints.filter(isChosen).map(({ name }) => {
    return { name, file: join(assemblyDir, "functions", name, "index.mjs"), ...recorded.get(name) };
  });
  return [{ name: "floor", file: bundled("floor"), event: {}, status: 200 }, ...functions];
}

/** The goals that this run missed, and the functions that did not answer. */
const missed = new Set<string>();

/** Starts every subject once a round, so that the machine's moods hit all alike. */
async function measure(subjects: readonly Subject[], stub: Stub): Promise<Map<string, Probed[]>> {
  const samples = new Map<string, Probed[]>(subjects.map(({ name }) => [name, []]));
  const probe = bundled("probe");
  // The round before the first brings the files into the system's cache.
  for (let round = 0; round <= ROUNDS; round++) {
    process.stderr.write(`Round ${round} of ${ROUNDS}, ${subjects.length} processes\n`);
    for (const subject of subjects) {
      stub.play(subject.tape);
      const probed = await probedBy(probe, subject, stub).catch(String);
      if (typeof probed === "string") missed.add(probed);
      else if (round > 0) samples.get(subject.name)?.push(probed);
    }
  }
  return samples;
}

/** The probe answers on its fourth descriptor: the handlers' lines go to standard output, and nowhere. */
async function probedBy(probe: string, { name, file, event, status, env }: Subject, { url }: Stub) {
  // No setting of this machine leaks in: neither Node's options nor the user's `~/.aws`.
  const child = spawn(process.execPath, [...PROFILE, probe, file], {
    env: { ...VARIABLES, ...env, AWS_ENDPOINT_URL: url },
    stdio: ["pipe", "ignore", "pipe", "pipe"],
  });
  child.stdin?.end(JSON.stringify(event));
  const pipes = [child.stdio[2], child.stdio[3]] as Readable[];
  const [errors, result] = await Promise.all(pipes.map((pipe) => text(pipe)));
  if (!result) throw new Error(`${name} did not start: ${errors}`);
  const probed = JSON.parse(result) as Probed;
  const { statusCode, body } = (probed.answer ?? {}) as { statusCode?: number; body?: string };
  if (status === undefined || statusCode === status) return probed;
  throw new Error(`${name} answered ${statusCode} to its event: ${body}`);
}

const VARIABLES = {
  HOME: scratch,
  NODE_EXTRA_CA_CERTS: join(scratch, "stub.pem"),
  AWS_REGION: "us-east-1",
  AWS_ACCESS_KEY_ID: "bench",
  AWS_SECRET_ACCESS_KEY: "bench",
  TABLE_NAME: "T",
  LOCAL_TARGETS: "allow",
  // The limiters would refuse a busy machine's late answers.
  LIMITER_DEADLINE_MS: "20000",
};

/** `BENCH_PROFILE=FOLDER npm run bench` leaves a CPU profile of each process there. */
const PROFILE = process.env.BENCH_PROFILE ? ["--cpu-prof", "--cpu-prof-dir", process.env.BENCH_PROFILE] : [];

/** The nearest rank, so it was measured. */
const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.ceil(values.length / 2) - 1] ?? Number.NaN;

function report(subjects: readonly Subject[], samples: ReadonlyMap<string, Probed[]>): void {
  const of = (name: string, part: "import" | "first") =>
    samples.get(name)?.map((probed) => probed[part]) ?? [];
  const floor = of("floor", "first");
  const rows = subjects.map(({ name }) => {
    const ratio = median(of(name, "first").map((ms, round) => ms / (floor[round] ?? Number.NaN)));
    if (isKeyed(name) && !(ratio <= MAX_RATIO))
      missed.add(`${name}: the first call is ${ratio.toFixed(2)} x the floor, at most ${MAX_RATIO}`);
    const parts = [median(of(name, "import")).toFixed(1), median(of(name, "first")).toFixed(1)];
    return [name, ...parts, ratio.toFixed(2)];
  });
  const lines = [["function", "import", "first", "first/floor"], ...rows].map(([name = "", ...cells]) =>
    [name.padEnd(28), ...cells.map((cell) => cell.padStart(12))].join(""),
  );
  const heading = `CPU ms in fresh processes, and the ratio of each round: medians. "first" has the import.`;
  process.stdout.write(`${heading}\n\n${lines.join("\n")}\n\n`);
}

const stub = await startStub(VARIABLES.NODE_EXTRA_CA_CERTS);
try {
  const recorded = await record(mkdtempSync(join(scratch, "cloud-")), stub.url);
  const subjects = subjectsOf(recorded, process.argv.slice(2));
  report(subjects, await measure(subjects, stub));
} finally {
  stub.close();
  await endSuite();
}
process.stdout.write(missed.size === 0 ? "Every goal is met.\n" : `Missed:\n${[...missed].join("\n")}\n`);
process.exitCode = missed.size === 0 ? 0 : 1;
