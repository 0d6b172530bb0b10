import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import kept from "./conditions.json" with { type: "json" };

/**
 * Removes each part of each condition of a write, in turn, and expects a test to fail. A first run notes
 * which part alone stopped a write in which test: without it, no other test could differ. So only those tests
 * miss it then, each its own part in one run, until each part is found or no such test is left. A part that
 * none finds needs a direct test, or its reason in `conditions.json`, which has patterns.
 */
const root = join(import.meta.dirname, "..", "..");
const FOLDERS = ["test/store", "test/functions"];
type Result = { name: string; assertionResults: { fullName: string; status: string }[] };

/** The tests that failed, as `file<tab>name`. */
function failures(suites: readonly string[], more: Record<string, string>): Set<string> {
  const outputFile = join(dir, "results.json");
  rmSync(outputFile, { force: true });
  const preload = pathToFileURL(join(import.meta.dirname, "without-one.ts")).href;
  const env = {
    ...process.env,
    SEED: "5",
    EVENTUALLY_MS: "5000",
    ...more,
    NODE_OPTIONS: `--no-warnings --max-semi-space-size=4 --import ${preload}`,
  };
  const args = [
    "node_modules/jest/bin/jest.js",
    "--json",
    "--outputFile",
    outputFile,
    "--testTimeout",
    "60000",
  ];
  const { stderr } = spawnSync(process.execPath, [...args, ...suites], { cwd: root, env, encoding: "utf8" });
  if (!existsSync(outputFile)) throw new Error(stderr);
  const { testResults } = JSON.parse(readFileSync(outputFile, "utf8")) as { testResults: Result[] };
  return new Set(
    testResults.flatMap(({ name, assertionResults }) =>
      assertionResults
        .filter(({ status }) => status === "failed")
        .map(({ fullName }) => `${relative(root, name)}\t${fullName}`),
    ),
  );
}

const dir = mkdtempSync(join(tmpdir(), "conditions-"));
process.on("exit", () => rmSync(dir, { recursive: true, force: true }));
const MET = join(dir, "met.tsv");
const REMOVED = join(dir, "removed.json");
const calm = failures(FOLDERS, { MET });
const parts = new Map<string, string[]>();
for (const line of readFileSync(MET, "utf8").trim().split("\n")) {
  const [kind, id = "", suite, name] = line.split("\t");
  const tests = parts.get(id) ?? [];
  if (kind === "alone" && name && !calm.has(`${suite}\t${name}`)) tests.push(`${suite}\t${name}`);
  parts.set(id, tests);
}
const never = [...parts].filter(([, tests]) => tests.length === 0).map(([id]) => id);
const open = new Map([...parts].filter(([, tests]) => tests.length > 0));
const unnoticed: string[] = [];
/** The next round gives a part that was not found four times as many tests. */
for (let [round, width] = [1, 1]; open.size > 0; round++, width *= 4) {
  const plan: Record<string, string> = {};
  for (const [id, tests] of open)
    for (const test of tests.filter((each) => !(each in plan)).slice(0, width)) plan[test] = id;
  writeFileSync(REMOVED, JSON.stringify(plan));
  const red = failures([...new Set(Object.keys(plan).map((test) => test.split("\t")[0] ?? ""))], { REMOVED });
  for (const id of new Set(Object.values(plan))) {
    const left = (open.get(id) ?? []).filter((test) => plan[test] !== id);
    const isFound = [...red].some((test) => plan[test] === id);
    if (!isFound && left.length === 0) unnoticed.push(id);
    if (isFound || left.length === 0) open.delete(id);
    else open.set(id, left);
  }
  process.stdout.write(
    `Round ${round}: ${Object.keys(plan).length} tests miss a part, ${open.size} parts are left.\n`,
  );
}
const reasons = Object.entries<string[]>(kept).flatMap(([, patterns]) =>
  patterns.map((each) => new RegExp(each)),
);
const missed = [
  ...never.map((id) => ({ id, why: "no test meets it false alone" })),
  ...unnoticed.map((id) => ({ id, why: "no test fails without it" })),
];
const unexplained = missed.filter(({ id }) => !reasons.some((each) => each.test(id)));
for (const { id, why } of unexplained) process.stdout.write(`MISSED ${id} (${why})\n`);
const stale = reasons.filter((each) => !missed.some(({ id }) => each.test(id)));
for (const each of stale) process.stdout.write(`MISSED ${each} has a reason, and is found or gone\n`);
process.stdout.write(
  `${parts.size} parts of conditions, ${missed.length} that no test finds, of which ${unexplained.length} have no reason.\n`,
);
for (const test of calm) process.stdout.write(`MISSED ${test} is red without a removal\n`);
process.exitCode = unexplained.length + stale.length + calm.size > 0 ? 1 : 0;
