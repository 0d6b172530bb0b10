import { copyFileSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { withNames } from "./names.ts";

export const project = join(import.meta.dirname, "..", "..");

export function writeFiles(into: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(into, path)), { recursive: true });
    writeFileSync(join(into, path), text);
  }
  copyFileSync(join(project, "LICENSE"), join(into, "LICENSE"));
}

export function handWritten(
  language: string,
  names: Readonly<Record<string, string>>,
  pattern = /(?:)/,
): Record<string, string> {
  const from = join(import.meta.dirname, language);
  const paths = readdirSync(from, { recursive: true, encoding: "utf8" });
  return Object.fromEntries(
    paths
      // Tools leave caches in hidden folders.
      .filter((path) => pattern.test(path) && !/(?:^|\/)(?:\.|__)/.test(path))
      .filter((path) => statSync(join(from, path)).isFile())
      .map((path) => [withNames(path, names), withNames(readFileSync(join(from, path), "utf8"), names)]),
  );
}
