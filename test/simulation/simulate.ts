import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { totalOf } from "../../shared/domain/ledger/entry.ts";
import { prepared } from "../support/process/prepared.ts";
import { missingIn } from "./exercised.ts";
import { type Knobs, knobsOf } from "./knobs.ts";
import { type Ran, ranOne } from "./one-process.ts";
import { cut, storyOf } from "./story.ts";

const USE = `Runs the whole service in one process, with time and chance from a seed.

  npm run simulate                       20 new seeds
  npm run simulate -- --seeds 200        so many new seeds
  npm run simulate -- --budget 60        new seeds until so many CPU seconds are used
  npm run simulate -- --seed 7           one seed, again; with --seeds 5 the next four too

  --calm          without faults
  --set NAME=N    another value of a knob: companies, people, hours, pauseMs, crash, slow, deaf, repeat,
                  shuffle, cold, skewMs, jumps, bad, bankDays, rude, restHours, dryFirst
  --faults 0,2    only these faults of the seed, by their places, or none
  --first         end at the first failure
  --short         say only what failed
  --minimise      look for the smallest run that fails in the same way
  --keep DIR      keep the data folder, for npm start -- --data DIR
  --trace FILE    write everything that happens
  --until TIME    stop at an instant of the virtual clock, such as 2026-01-05T10:00:00Z
  --watch ID      print what happens with this id, or with this text in it
  --break TEXT    wait for a debugger, and stop it where this text first happens
`;

const options = {
  seeds: { type: "string" },
  seed: { type: "string" },
  budget: { type: "string" },
  calm: { type: "boolean" },
  set: { type: "string", multiple: true },
  faults: { type: "string" },
  minimise: { type: "boolean" },
  first: { type: "boolean" },
  short: { type: "boolean" },
  keep: { type: "string" },
  trace: { type: "string" },
  until: { type: "string" },
  watch: { type: "string" },
  break: { type: "string" },
  help: { type: "boolean" },
} as const;

const ROUGH = [
  "crash",
  "slow",
  "deaf",
  "repeat",
  "shuffle",
  "cold",
  "skewMs",
  "jumps",
  "bad",
  "rude",
] as const;
const NUMBERS = ["companies", "people", "hours", "pauseMs", "bankDays", "restHours", "dryFirst", ...ROUGH];
const CALM = { faults: [], ...Object.fromEntries(ROUGH.map((name) => [name, 0])) };

function wrong(what: string): never {
  process.stderr.write(`${what} npm run simulate -- --help says what there is.\n`);
  process.exit(2);
}

function numberOf(name: string, text: string): number {
  const value = Number(text);
  return text !== "" && value >= 0 ? value : wrong(`--${name} must be a number, not "${text}".`);
}

function wishOf() {
  try {
    return parseArgs({ options }).values;
  } catch (error) {
    return wrong(`${(error as Error).message}.`);
  }
}

const wish = wishOf();
if (wish.help) {
  process.stdout.write(USE);
  process.exit(0);
}
const set = Object.fromEntries(
  (wish.set ?? []).map((each) => {
    const [name = "", value = ""] = each.split("=");
    return NUMBERS.includes(name) ? [name, numberOf("set", value)] : wrong(`There is no knob "${name}".`);
  }),
) as Partial<Knobs>;
const knobs = { ...(wish.calm && CALM), ...set };
const places = wish.faults === "none" ? [] : wish.faults?.split(",").map((each) => numberOf("faults", each));
const chosenFaults = (seed: number) =>
  places && { faults: knobsOf(seed).faults.filter((_, i) => places.includes(i)) };
const debugging = Object.fromEntries(
  (["trace", "keep", "until", "watch", "break"] as const).flatMap((name) =>
    wish[name] ? [[name, wish[name]]] : [],
  ),
);

await prepared("together");

/** Leaves out what the failure does not need. */
async function minimised(failed: Ran): Promise<Ran> {
  let least = failed;
  const fails = async (change: Partial<Knobs>) => {
    const again = await ranOne({ ...least.knobs, ...change });
    if (again.invariant !== failed.invariant || !again.violation) return false;
    least = again;
    return true;
  };
  for (const name of ROUGH) if (least.knobs[name] > 0) await fails({ [name]: 0 });
  for (const fault of [...least.knobs.faults])
    await fails({ faults: least.knobs.faults.filter(({ seed }) => seed !== fault.seed) });
  for (const name of ["companies", "people"] as const)
    while (least.knobs[name] > 0 && (await fails({ [name]: least.knobs[name] - 1 })));
  while (least.knobs.hours > 0.05 && (await fails({ hours: least.knobs.hours / 2 })));
  return least;
}

const settings = (knobs: Partial<Knobs>) =>
  NUMBERS.map((name) => ` --set ${name}=${knobs[name as keyof Knobs]}`).join("");

/** Which of the seed's faults happen, by their places. */
const placesOf = ({ seed, faults }: Knobs): number[] =>
  knobsOf(seed).faults.flatMap((fault, i) => (faults.some(({ seed: of }) => of === fault.seed) ? [i] : []));

/** Says what failed: the invariant, what happened to its objects, and how to run it again. */
async function report(failed: Ran): Promise<void> {
  const least = wish.minimise ? await minimised(failed) : failed;
  const { knobs, violation = "", ids = [], at, stack, invariant } = least;
  const folder = mkdtempSync(join(tmpdir(), "simulation-trace-"));
  const trace = join(folder, "trace.txt");
  await ranOne({ ...knobs, trace });
  const named = ids.length > 0 ? ids : [...(violation.match(/\b(pay|drv|evt|wh)_[0-9a-z]{26}/g) ?? [])];
  const story = storyOf(readFileSync(trace, "utf8"), named);
  rmSync(folder, { recursive: true });
  const same = wish.minimise
    ? `${settings(knobs)} --faults ${placesOf(knobs).join() || "none"}`
    : (wish.calm ? " --calm" : "") + (wish.set ?? []).map((each) => ` --set ${each}`).join("");
  process.stdout.write(
    [
      `\nSeed ${knobs.seed} fails at ${at}: ${cut(violation, 600)}`,
      ...(story.length > 0 ? ["What happened to it:", ...story.map((line) => `  ${line}`)] : []),
      ...(invariant ? [] : [String(stack)]),
      `Again: npm run simulate -- --seed ${knobs.seed}${same}\n`,
    ].join("\n"),
  );
}

/** With `--first`, none runs beyond the first failure. */
const AT_ONCE = wish.first ? 1 : 2;
const first = wish.seed === undefined ? Math.floor(Math.random() * 1e9) : numberOf("seed", wish.seed);
const count =
  wish.seed !== undefined && wish.seeds === undefined
    ? 1
    : wish.budget
      ? Number.POSITIVE_INFINITY
      : numberOf("seeds", wish.seeds ?? "20");
const budget = wish.budget ? numberOf("budget", wish.budget) : Number.POSITIVE_INFINITY;
const runs: Ran[] = [];
let next = 0;
const failures = () => runs.filter(({ violation }) => violation !== undefined);
const used = () => runs.reduce((sum, { cpu }) => sum + cpu, 0);
await Promise.all(
  Array.from({ length: AT_ONCE }, async () => {
    while (next < count && used() < budget && !(wish.first && failures().length > 0)) {
      const seed = first + next++;
      const each = await ranOne({ seed, ...knobs, ...chosenFaults(seed), ...debugging });
      runs.push(each);
      const { violation, hash, hours = 0, cpu } = each;
      process.stdout.write(
        `${violation ? "FAILED" : "ok    "} seed ${seed}  ${hash}  ${hours.toFixed(1)} h  ${cpu.toFixed(1)} CPU s\n`,
      );
    }
  }),
);
const hours = runs.reduce((sum, each) => sum + (each.hours ?? 0), 0);
process.stdout.write(
  `${runs.length} seeds from ${first} on: ${hours.toFixed(0)} simulated hours in ${used().toFixed(0)} CPU s, ${((hours / used()) * 60).toFixed(0)} hours a CPU minute.\n`,
);
const dryRuns = runs.reduce((sum, each) => sum + (each.dryRuns ?? 0), 0);
if (dryRuns > 0) process.stdout.write(`${dryRuns} dry runs.\n`);
const acts = totalOf(runs.map(({ acts = {} }) => acts));
const happened = Object.entries(acts).sort(([, a], [, b]) => a - b);
if (!wish.short)
  process.stdout.write(`What happened: ${happened.map(([act, times]) => `${times} ${act}`).join(", ")}.\n`);
/** A smaller run may lack an act by chance. */
const missing = wish.calm || wish.set ? [] : missingIn(acts, runs.length);
if (missing.length > 0) process.stdout.write(`What never happened: ${missing.join(", ")}.\n`);
const [failed] = failures();
if (failed && !wish.short) await report(failed);
for (const { knobs, at, violation } of failures().slice(wish.short ? 0 : 1))
  process.stdout.write(`\nSeed ${knobs.seed} fails at ${at}: ${cut(violation ?? "", 600)}\n`);
process.exitCode = failed || missing.length > 0 ? 1 : 0;
