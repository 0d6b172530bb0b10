import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
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
  for (const language of languages.length > 0 ? languages : clientLanguages) {
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

function main(args: readonly string[]): void {
  const languages = args.filter((each) => each !== "--release");
  const unknown = languages.find((language) => !clientLanguages.includes(language));
  if (args.includes("--help")) return void process.stdout.write(USAGE);
  if (unknown !== undefined) {
    process.stderr.write(`There is no client in ${unknown}, only in ${clientLanguages.join(", ")}.\n`);
    process.exitCode = 2;
    return;
  }
  printClients(languages);
  if (!args.includes("--release")) return;
  for (const language of languages.length > 0 ? languages : clientLanguages)
    writeFileSync(releasedFile(language), `${surfaceOf(language, filesOf(language)).join("\n")}\n`);
}

if (process.argv[1] === import.meta.filename) main(process.argv.slice(2));
