import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import faults from "./faults.json" with { type: "json" };
import simulated from "./simulated.json" with { type: "json" };

/** An edit of a product file that breaks a promise. `suites` find it. */
type Planted = (typeof faults)[keyof typeof faults];
/** One that the simulator finds, by its invariant. `seed`: the first that it tries. `set`: its knobs. */
type Simulated = (typeof simulated)[keyof typeof simulated] & { seed?: number; set?: object };

/**
 * `npm run test:planted [-- NAME...]`: plants each fault in the working tree, expects its suites to fail, and
 * takes it out again. Then the same suites must pass. So the proof of `npm test` is itself proved. The name
 * `conditions` is that of all parts of the conditions of writes: see `conditions.ts`.
 */
const root = join(import.meta.dirname, "..", "..");
/** A red test need not wait long for what does not happen. */
const HURRIED = { EVENTUALLY_MS: "5000" };
const names = process.argv.slice(2);
const chosen = Object.entries<Planted>(faults).filter(([name]) => names.length === 0 || names.includes(name));
const inSimulator = Object.entries<Simulated>(simulated).filter(
  ([name]) => names.length === 0 || names.includes(name),
);
const CONDITIONS = "conditions";
const unknown = names.filter((name) => !(name in faults || name in simulated || name === CONDITIONS));
if (unknown.length > 0) {
  process.stderr.write(
    `No planted fault is called ${unknown.join(", ")}. There are: ${[...Object.keys({ ...faults, ...simulated }), CONDITIONS].join(", ")}.\n`,
  );
  process.exit(2);
}

let missed = 0;
const say = (isFound: boolean, text: string) => {
  if (!isFound) missed++;
  process.stdout.write(`${isFound ? "ok    " : "MISSED"} ${text}\n`);
};
for (const [name, fault] of chosen) {
  const { failed, passed, cpu } = withFault(fault, () => run(fault.suites, HURRIED));
  // A suite that cannot start is red too, and proves nothing.
  say(failed > 0, `${fault.promise}, ${fault.noun}: ${name} (${cpu} CPU s; ${failed} red, ${passed} green)`);
}
for (const [name, fault] of inSimulator) {
  const { violations, cpu } = withFault(fault, () => simulate(fault));
  say(
    violations.length > 0,
    `${fault.invariant}: ${name} (${cpu.toFixed(0)} CPU s; ${violations.join("; ") || "nothing found"})`,
  );
}
const suites = [...new Set(chosen.flatMap(([, fault]) => fault.suites))];
if (suites.length > 0) {
  const calm = run(suites);
  say(calm.failed === 0 && calm.passed > 0, `without a fault: ${calm.passed} green, ${calm.failed} red`);
}
if (inSimulator.length > 0) {
  const { violations } = simulate();
  say(
    violations.length === 0,
    `without a fault, in the simulator: ${violations.join("; ") || "nothing found"}`,
  );
}
if (names.length === 0 || names.includes(CONDITIONS)) {
  const { status } = spawnSync(process.execPath, [join(import.meta.dirname, "conditions.ts")], {
    stdio: "inherit",
  });
  say(status === 0, "each part of each condition of a write");
}
process.exitCode = missed > 0 ? 1 : 0;

/** Plants the fault while `work` runs. The file is written back however that ends. */
function withFault<T>({ file, from, to }: Pick<Planted, "file" | "from" | "to">, work: () => T): T {
  const path = join(root, file);
  const before = readFileSync(path, "utf8");
  const parts = before.split(from);
  if (parts.length !== 2) throw new Error(`${file} must have this text once: ${from}`);
  writeFileSync(path, parts.join(to));
  try {
    return work();
  } finally {
    writeFileSync(path, before);
  }
}

/** The numbers of tests that failed and passed, and the CPU time that it took. */
function run(suites: readonly string[], more = {}): { failed: number; passed: number; cpu: string } {
  const env = { ...process.env, ...more };
  const { stderr } = spawnSync("npm", ["test", "--", ...suites], { cwd: root, env, encoding: "utf8" });
  const [, line = ""] = /^Tests: +(.*)$/m.exec(stderr) ?? [];
  const count = (word: string) => Number(new RegExp(`(\\d+) ${word}`).exec(line)?.[1] ?? 0);
  const [, cpu = "?"] = /^Cost: (\d+)/m.exec(stderr) ?? [];
  return { failed: count("failed"), passed: count("passed"), cpu };
}

/** The invariants that six seeds of the simulator find broken, and the CPU time that it took. */
function simulate({ seed = 1, set = {} }: Pick<Simulated, "seed" | "set"> = {}): {
  violations: string[];
  cpu: number;
} {
  const knobs = Object.entries({ hours: 1, bankDays: 0, ...set }).flatMap(([name, value]) => [
    "--set",
    `${name}=${value}`,
  ]);
  const how = ["--seed", String(seed), "--seeds", "6", "--first", "--short", ...knobs];
  const { stdout, stderr } = spawnSync("npm", ["run", "simulate", "--", ...how], {
    cwd: root,
    encoding: "utf8",
  });
  const [, cpu] = / in (\d+) CPU s/.exec(stdout) ?? [];
  if (cpu === undefined) throw new Error(`The simulator did not run: ${stderr}`);
  return {
    violations: [...stdout.matchAll(/^Seed \d+ fails at \S+: ([^:]+):/gm)].map(([, name = ""]) => name),
    cpu: Number(cpu),
  };
}
