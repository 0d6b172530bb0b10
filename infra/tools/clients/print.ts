import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runTool } from "../ops/aws-errors.ts";
import { flag, optionsOf } from "../ops/options.ts";
import { exitCodes, misused } from "../ops/stop.ts";
import { pack } from "../pack.ts";
import { buildModel } from "./build-model.ts";
import { printGo } from "./go.ts";
import { printJava } from "./java.ts";
import type { ClientModel } from "./model.ts";
import { packageNames } from "./names.ts";
import { printPython } from "./python.ts";
import { surfaceFault, surfaceOf } from "./surface.ts";
import { typeScriptSources } from "./typescript-package.ts";
import { handWritten, project, writeFiles } from "./write-files.ts";

type Printer = (model: ClientModel, names: Record<string, string>) => Record<string, string>;
const printers: Readonly<Record<string, Printer>> = { python: printPython, go: printGo, java: printJava };

export function filesOf(language: string): Record<string, string> {
  const print = printers[language];
  if (!print) return typeScriptSources();
  const model = buildModel();
  const names = packageNames(model.version);
  const [own, printed] = [handWritten(language, names), print(model, names)];
  const clash = Object.keys(printed).find((path) => path in own);
  if (clash) throw new Error(`${clash} is a file of the runtime.`);
  return { ...own, ...printed };
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

const releasedFile = (language: string) => join(import.meta.dirname, "released", `${language}.txt`);

export function surfaceFaultOf(language: string): string {
  const released = readFileSync(releasedFile(language), "utf8").trim().split("\n");
  return surfaceFault(language, released, surfaceOf(language, filesOf(language)));
}

const USAGE = `Usage: npm run clients [-- LANGUAGE...]

Writes the client libraries into dist/clients: all, or those of some languages: ${clientLanguages.join(", ")}.

  --release  keep what their users see as released. A test fails where some of it is missing later.
  --help     print this
`;

async function main(args: string[]): Promise<number> {
  const options = { release: flag };
  const { values, positionals } = optionsOf({ args, options, allowPositionals: true }, USAGE);
  const unknown = positionals.find((language) => !clientLanguages.includes(language));
  if (unknown !== undefined)
    throw misused(`There is no client in ${unknown}, only in ${clientLanguages.join(", ")}.`);
  const languages = positionals.length > 0 ? positionals : clientLanguages;
  printClients(languages);
  for (const language of values.release ? languages : [])
    writeFileSync(releasedFile(language), `${surfaceOf(language, filesOf(language)).join("\n")}\n`);
  return exitCodes.DONE;
}

if (process.argv[1] === import.meta.filename) await runTool(main);
