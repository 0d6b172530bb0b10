import { readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";

/** KB that are loaded with the entry, and KB that wait beside it until they are needed. */
export function sizesOf(entry: string): { entryKb: number; lazyKb: number } {
  const folder = dirname(entry);
  const eager = importedBy(entry);
  const sum = (files: string[]) => files.reduce((kb, file) => kb + statSync(file).size / 1024, 0);
  const all = readdirSync(folder).map((file) => join(folder, file));
  return { entryKb: sum([...eager]), lazyKb: sum(all.filter((file) => !eager.has(file))) };
}

/** The file itself, and the chunks that it shares with lazy ones and imports at once. */
function importedBy(file: string, found = new Set<string>()): Set<string> {
  if (found.has(file)) return found;
  found.add(file);
  for (const [, chunk = ""] of readFileSync(file, "utf8").matchAll(/(?:from|import)"(\.\/[\w-]+\.mjs)"/g)) {
    importedBy(join(dirname(file), chunk), found);
  }
  return found;
}
