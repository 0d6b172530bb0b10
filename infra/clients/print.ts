import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { flag, optionsOf, word } from "../local/base/options.ts";
import { exitCodes, misused, runTool } from "../local/base/stop.ts";
import { buildModel } from "./build-model.ts";
import { printGo } from "./go.ts";
import { printJava } from "./java.ts";
import type { ClientModel } from "./model.ts";
import { packageNames } from "./names.ts";
import { pack } from "./pack.ts";
import { printPython } from "./python.ts";
import { examplesOf } from "./samples/examples.ts";
import { hashOf, lostHashes, surfaceFault, surfaceOf } from "./surface.ts";
import { typeScriptSources } from "./typescript-package.ts";
import { handWritten, project, writeFiles } from "./write-files.ts";

type Printer = (model: ClientModel, names: Record<string, string>) => Record<string, string>;
const printers: Readonly<Record<string, Printer>> = { python: printPython, go: printGo, java: printJava };

export function filesOf(language: string): Record<string, string> {
  const print = printers[language];
  if (!print) return typeScriptSources();
  const model = buildModel();
  const names = packageNames(model.version);
  const handFiles = handWritten(language, names);
  const printed = { ...print(model, names), ...examplesOf(language) };
  const clash = Object.keys(printed).find((path) => path in handFiles);
  if (clash) throw new Error(`${clash} is a file of the runtime.`);
  return { ...handFiles, ...printed };
}

export const clientLanguages = ["typescript", ...Object.keys(printers)];

export function printClients(languages: readonly string[], into = join(project, "dist", "clients")): void {
  for (const language of languages) {
    rmSync(join(into, language), { recursive: true, force: true });
    if (language === "typescript") pack(join(into, language));
    else writeFiles(join(into, language), filesOf(language));
    process.stdout.write(`dist/clients/${language}\n`);
  }
}

const RELEASED = join(import.meta.dirname, "released.txt");

/** The declarations that users of a client see in this tree. */
export const surfaceIn = (language: string): string[] => surfaceOf(language, filesOf(language));

const released = (): Record<string, string[]> =>
  Object.fromEntries(
    readFileSync(RELEASED, "utf8")
      .trim()
      .split("\n")
      .map((line): [string, string[]] => {
        const [language = "", hashes = ""] = line.split(" ");
        return [language, hashes.match(/.{6}/g) ?? []];
      }),
  );

export const surfaceFaultOf = (language: string): string =>
  surfaceFault(language, released()[language] ?? [], surfaceIn(language));

function release(languages: readonly string[]): void {
  const kept = released();
  for (const language of languages) kept[language] = surfaceIn(language).map(hashOf);
  const lines = Object.entries(kept).map(([language, hashes]) => `${language} ${hashes.join("")}\n`);
  writeFileSync(RELEASED, lines.join(""));
}

/** Names the released declarations that this tree lacks and another revision has. */
async function explain(languages: readonly string[], revision: string): Promise<void> {
  const tree = mkdtempSync(join(tmpdir(), "released-"));
  const git = (...args: string[]) => execFileSync("git", args, { cwd: project, stdio: "pipe" });
  git("worktree", "add", "--detach", tree, revision);
  try {
    symlinkSync(join(project, "node_modules"), join(tree, "node_modules"));
    const other: { surfaceIn: typeof surfaceIn } = await import(join(tree, "infra/clients/print.ts"));
    for (const language of languages) {
      const lost = lostHashes(released()[language] ?? [], surfaceIn(language));
      const lines = other.surfaceIn(language).filter((line) => lost.includes(hashOf(line)));
      for (const line of lines) process.stdout.write(`${language}: ${line}\n`);
    }
  } finally {
    git("worktree", "remove", "--force", tree);
  }
}

const USAGE = `Usage: npm run clients [-- LANGUAGE...]

Writes the client libraries into dist/clients: all, or those of some languages: ${clientLanguages.join(", ")}.

  --release           keep what their users see as released. A test fails where some of it is missing later.
  --explain REVISION  name the released declarations that are missing, as an earlier revision has them
  --help              print this
`;

async function main(args: string[]): Promise<number> {
  const options = { release: flag, explain: word };
  const { values, positionals } = optionsOf({ args, options, allowPositionals: true }, USAGE);
  const unknown = positionals.find((language) => !clientLanguages.includes(language));
  if (unknown !== undefined)
    throw misused(`There is no client in ${unknown}, only in ${clientLanguages.join(", ")}.`);
  const languages = positionals.length > 0 ? positionals : clientLanguages;
  if (values.explain) await explain(languages, values.explain);
  else printClients(languages);
  if (values.release) release(languages);
  return exitCodes.DONE;
}

if (process.argv[1] === import.meta.filename) await runTool(main);
