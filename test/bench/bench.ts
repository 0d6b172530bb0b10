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
import { type Recorded, record } from "./record.ts";
import { type Stub, startStub } from "./stub.ts";
import type { Probed } from "./yardsticks/probe.ts";

/** `BENCH_ROUNDS=3 npm run bench` for a quick look. Five rounds measure warm calls, too. */
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 15);
const WARM_ROUNDS = 5;
const WARM_CALLS = 200;

/** A function that is started cold in processes of its own, and what it is started with. */
type Subject = { name: string; file: string } & Partial<Recorded>;

const PARTS = ["import", "first", "warm"] as const;
/** The most that CPU times are, x those of a yardstick in the same rounds. */
type Goal = readonly [part: (typeof PARTS)[number], yardstick: string, most: number];

function goalsOf(name: string): readonly Goal[] {
  const operation = operations.find((each) => each.name === name);
  if (name === "serve-mcp") return (["import", "first"] as const).map((part) => [part, "plain MCP SDK", 0.6]);
  if (!operation?.scope) return [];
  const first: Goal = ["first", "floor", 1.5];
  return operation.method === "GET" ? [first] : [first, ["warm", "Hono", 1]];
}

// In the checkout, since the yardsticks import its packages.
const scratch = mkdtempSync(join(artifactsDir, "bench-"));
process.on("exit", () => rmSync(scratch, { recursive: true, force: true }));

/** A file of `yardsticks/`, bundled as our functions are. */
function bundled(name: string, settings = bundlerSettings, ending = "mjs"): string {
  const outfile = join(scratch, `${name}.${ending}`);
  buildSync({ ...settings, entryPoints: [join(import.meta.dirname, "yardsticks", `${name}.ts`)], outfile });
  return outfile;
}

/** As CDK's NodejsFunction does by default: the runtime provides the SDK, here the project's packages do. */
const bundledByDefault = (name: string): string =>
  bundled(
    name,
    {
      bundle: true,
      platform: "node",
      target: "node24",
      format: "cjs",
      external: ["@aws-sdk/*", "@smithy/*"],
    },
    "cjs",
  );

/** The yardsticks, and the functions with these names or all that the recorded walk reached. */
function subjectsOf(recorded: ReadonlyMap<string, Recorded>, names: readonly string[]): Subject[] {
  const eventOf = (name: string) => recorded.get(name)?.event;
  const isChosen = ({ name }: { name: string }) => recorded.has(name) && (!names[0] || names.includes(name));
  return [
    { name: "floor", file: bundled("floor"), event: {}, status: 200 },
    { name: "Hono", file: bundledByDefault("hono"), event: eventOf("create-payout"), status: 201 },
    { name: "plain MCP SDK", file: bundledByDefault("plain-mcp"), event: eventOf("serve-mcp"), status: 200 },
    ...entryPoints.filter(isChosen).map(({ name }) => {
      return { name, file: join(assemblyDir, "functions", name, "index.mjs"), ...recorded.get(name) };
    }),
  ];
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
      const calls = round > 0 && round <= WARM_ROUNDS ? WARM_CALLS : 0;
      const probed = await probedBy([probe, subject.file, String(calls)], subject, stub).catch(String);
      if (typeof probed === "string") missed.add(probed);
      else if (round > 0) samples.get(subject.name)?.push(probed);
    }
  }
  return samples;
}

/** The probe answers on its fourth descriptor: the handlers' lines go to standard output, and nowhere. */
async function probedBy(args: string[], { name, event, status, env }: Subject, { url }: Stub) {
  // No setting of this machine leaks in: neither Node's options nor the user's `~/.aws`.
  const child = spawn(process.execPath, [...PROFILE, ...args], {
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

/** The nearest rank, so it was measured. Some rounds have no warm calls. */
function median(values: readonly number[]): number {
  const sorted = values.filter((value) => !Number.isNaN(value)).sort((a, b) => a - b);
  return sorted[Math.ceil(sorted.length / 2) - 1] ?? Number.NaN;
}

function report(subjects: readonly Subject[], samples: ReadonlyMap<string, Probed[]>): void {
  const each = (name: string, part: Goal[0]) => samples.get(name)?.map((probed) => probed[part] ?? NaN) ?? [];
  const times = (name: string, part: Goal[0], yardstick: string) => {
    const least = each(yardstick, part);
    return median(each(name, part).map((ms, round) => ms / (least[round] ?? NaN)));
  };
  const rows = subjects.map(({ name }) => {
    for (const [part, yardstick, most] of goalsOf(name)) {
      const ratio = times(name, part, yardstick).toFixed(2);
      if (!(Number(ratio) <= most))
        missed.add(`${name}: ${part} is ${ratio} x ${yardstick}, at most ${most}`);
    }
    const yardstick = name === "serve-mcp" ? "plain MCP SDK" : "Hono";
    const ratios = [times(name, "first", "floor"), ...PARTS.map((part) => times(name, part, yardstick))];
    const medians = PARTS.map((part) => median(each(name, part)).toFixed(1));
    return [name, ...medians, ...ratios.map((ratio) => ratio.toFixed(2))];
  });
  const heads = ["function", ...PARTS, "first/floor", ...PARTS.map((part) => `${part}/Hono`)];
  const lines = [heads, ...rows].map(([name = "", ...cells]) =>
    [name.padEnd(28), ...cells.map((cell) => cell.padStart(12))].join(""),
  );
  process.stdout.write(`${HEADING}\n\n${lines.join("\n")}\n\n`);
}

const HEADING = `CPU ms in fresh processes, and ratios of each round: medians. "first" has the import.
For serve-mcp, the plain MCP SDK is in place of Hono.`;

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
