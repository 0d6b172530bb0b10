import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isSource, root, type TextFile, textFiles } from "../../house/project-text.ts";
import { cpuOf, MAX_MS } from "./cpu-of.ts";
import { type Attack, attacksOn } from "./attacks.ts";
import { expressionsIn } from "./expressions.ts";

/** The largest body of most routes. Headers, paths, queries and addresses are shorter. */
const LONGEST = 64 * 1024;

/** Where the text is ours, or shorter. Everything else may meet the longest body of a stranger. */
const shorter: readonly { files: RegExp; longest: number; why: string }[] = [
  {
    files: /^shared\/(?:site\/(?:docs|client)|pages\/client|dashboard\/client)\//,
    longest: 0,
    why: "our own pages, here or in their reader's browser",
  },
  { files: /^shared\/contract\/openapi\//, longest: 0, why: "our own documents" },
  { files: /^shared\/domain\/money\/cents[.]ts$/, longest: 40, why: "a number, written by ourselves" },
  { files: /^shared\/words\//, longest: 0, why: "our own words" },
];

const FOLDERS = /^(?:shared|functions|infra\/clients\/typescript\/src)\//;
const TESTS = /\/test\/|\.test\.tsx?$/;

type Kept = Record<string, Attack[]>;
const cache = join(root, "dist", "expressions.json");
const keptBefore = (): Kept => {
  try {
    return JSON.parse(readFileSync(cache, "utf8"));
  } catch {
    return {};
  }
};

/** A line for each expression that a text of its longest length keeps busy. `kept`: what was found before. */
export function slowIn(files: readonly TextFile[], kept: Kept, most = LONGEST): string[] {
  return expressionsIn(files).flatMap((expression) => {
    const longest = shorter.find(({ files }) => files.test(expression.path))?.longest ?? most;
    if (longest === 0) return [];
    const name = `/${expression.source}/${expression.flags}`;
    kept[name] ??= attacksOn(expression);
    const ms = Math.max(0, ...kept[name].map((attack) => cpuOf(expression, textOf(attack, longest))));
    if (ms <= MAX_MS) return [];
    return [
      `${expression.path}: ${name} takes ${Math.round(ms)} ms of CPU for a text of ${longest} characters.`,
    ];
  });
}

function textOf({ prefix, pump, suffix }: Attack, longest: number): string {
  const room = Math.max(0, longest - prefix.length - suffix.length);
  return prefix + pump.repeat(Math.ceil(room / pump.length)).slice(0, room) + suffix;
}

const isChecked = (file: TextFile) => isSource(file) && FOLDERS.test(file.path) && !TESTS.test(file.path);

if (process.argv[1] === import.meta.filename) {
  const kept = keptBefore();
  const slow = slowIn(textFiles.filter(isChecked), kept);
  mkdirSync(join(root, "dist"), { recursive: true });
  writeFileSync(cache, JSON.stringify(kept));
  const help = `At most ${MAX_MS} ms. Write a simpler expression, bound its repetitions, or let it begin once: (?<!-)-+$.`;
  process.stdout.write(slow.map((line) => `${line}\n`).join(""));
  if (slow.length > 0) {
    process.stdout.write(`${help}\n`);
    process.exitCode = 1;
  }
}
