import { rmSync } from "node:fs";
import { join } from "node:path";
import { pack } from "../pack.ts";
import { writeGo } from "./go.ts";
import { writeJava } from "./java.ts";
import { writePython } from "./python.ts";

const clients: Readonly<Record<string, (into: string) => void>> = {
  typescript: pack,
  python: writePython,
  go: writeGo,
  java: writeJava,
};

const root = join(import.meta.dirname, "..", "..", "..");

/** `npm run clients [LANGUAGE...]` writes the client libraries. */
export function printClients(languages: readonly string[], into = join(root, "dist", "clients")): void {
  const wanted = languages.length > 0 ? languages : Object.keys(clients);
  for (const language of wanted) {
    const print = clients[language];
    if (!print)
      throw new Error(`There is no client in ${language}, only in ${Object.keys(clients).join(", ")}.`);
    rmSync(join(into, language), { recursive: true, force: true });
    print(join(into, language));
    process.stdout.write(`dist/clients/${language}\n`);
  }
}

if (process.argv[1] === import.meta.filename) printClients(process.argv.slice(2));
