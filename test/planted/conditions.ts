import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import kept from "./conditions.json" with { type: "json" };

/**
 * Removes each part of each condition of a write, in turn, and expects one of the suites that meet it to be
 * red. A part that none finds needs a direct test, or its reason in `conditions.json`, which has patterns.
 */
const root = join(import.meta.dirname, "..", "..");
const preload = pathToFileURL(join(import.meta.dirname, "without-one.ts")).href;

function isRed(suites: readonly string[], more: Record<string, string>): boolean {
  const env = {
    ...process.env,
    SEED: "5",
    EVENTUALLY_MS: "5000",
    ...more,
    NODE_OPTIONS: `--no-warnings --max-semi-space-size=4 --import ${preload}`,
  };
  const args = ["node_modules/jest/bin/jest.js", "--silent", "--bail", "--testTimeout", "60000", ...suites];
  return spawnSync(process.execPath, args, { cwd: root, env }).status !== 0;
}

const dir = mkdtempSync(join(tmpdir(), "conditions-"));
process.on("exit", () => rmSync(dir, { recursive: true, force: true }));
const MET = join(dir, "met.tsv");
if (isRed(["test/store", "test/functions"], { MET })) throw new Error("A suite is red without a removal.");

/** The suites that meet a part. */
const parts = new Map<string, string[]>();
for (const line of readFileSync(MET, "utf8").trim().split("\n")) {
  const [id = "", suite = ""] = line.split("\t");
  parts.set(id, [...(parts.get(id) ?? []), suite]);
}
const reasons = Object.values<string[]>(kept).flatMap((patterns) => patterns.map((each) => new RegExp(each)));
const ids = [...parts.keys()];
const stale = reasons.filter((each) => !ids.some((id) => each.test(id)));
for (const each of stale) process.stdout.write(`MISSED ${each} has a reason, and is gone\n`);
let missed = stale.length;
const unexplained = ids.filter((id) => !reasons.some((each) => each.test(id)));
for (const id of unexplained) {
  const isFound = isRed(parts.get(id) ?? [], { REMOVED: id });
  if (!isFound) missed++;
  process.stdout.write(`${isFound ? "ok    " : "MISSED"} ${id}\n`);
}
process.stdout.write(
  `${ids.length} parts of conditions, of which ${ids.length - unexplained.length} have a reason and ${missed} are missed.\n`,
);
process.exitCode = missed > 0 ? 1 : 0;
