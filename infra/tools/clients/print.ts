import { rmSync } from "node:fs";
import { join } from "node:path";
import { pack } from "../pack.ts";
import { buildModel } from "./build-model.ts";
import { printGo } from "./go.ts";
import { printJava } from "./java.ts";
import type { ClientModel } from "./model.ts";
import { packageNames } from "./names.ts";
import { printPython } from "./python.ts";
import { handWritten, project, writeFiles } from "./write-files.ts";

/** Returns the texts of a package by their paths. */
type Printer = (model: ClientModel, names: Record<string, string>) => Record<string, string>;
const printers: Readonly<Record<string, Printer>> = { python: printPython, go: printGo, java: printJava };

/** The printed files beside the hand-written ones, none of which a printed file may replace. */
function write(language: string, print: Printer, into: string): void {
  const model = buildModel();
  const names = packageNames(model.version);
  const [own, printed] = [handWritten(language, names), print(model, names)];
  const clash = Object.keys(printed).find((path) => path in own);
  if (clash) throw new Error(`${clash} is a file of the runtime.`);
  writeFiles(into, { ...own, ...printed });
}

const known = ["typescript", ...Object.keys(printers)];

/** Writes the client libraries, all or those of some languages. */
export function printClients(languages: readonly string[], into = join(project, "dist", "clients")): void {
  for (const language of languages.length > 0 ? languages : known) {
    const print = printers[language];
    rmSync(join(into, language), { recursive: true, force: true });
    if (language === "typescript") pack(join(into, language));
    else if (print) write(language, print, join(into, language));
    process.stdout.write(`dist/clients/${language}\n`);
  }
}

const USAGE = `Usage: npm run clients [-- LANGUAGE...]

Writes the client libraries into dist/clients: all, or those of some languages: ${known.join(", ")}.

  --help  print this
`;

function main(args: readonly string[]): void {
  const unknown = args.find((language) => !known.includes(language));
  if (args.includes("--help")) process.stdout.write(USAGE);
  else if (unknown === undefined) printClients(args);
  else {
    process.stderr.write(`There is no client in ${unknown}, only in ${known.join(", ")}.\n`);
    process.exitCode = 2;
  }
}

if (process.argv[1] === import.meta.filename) main(process.argv.slice(2));
