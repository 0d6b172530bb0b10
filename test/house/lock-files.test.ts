import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { root } from "./project-text.ts";

type Entry = {
  integrity?: string;
  link?: boolean;
  inBundle?: boolean;
  hasInstallScript?: boolean;
  os?: string | string[];
  cpu?: string | string[];
  libc?: string | string[];
};

const folders = [".", "infra/programs/node", "infra/programs/biome", "infra/programs/mcp"];

/** Packages whose install script has no effect that the project needs, with what the script does. */
const needless: Record<string, string> = {
  "@modelcontextprotocol/inspector": "installs the dependencies of its own sources, which the package lacks",
  "@parcel/watcher": "compiles the binary only on request; an optional package has it",
  "@swc/core": "checks that the optional package with the binary works",
  esbuild: "saves the start of a JavaScript file before the binary",
};

/** The packages that npm downloads. A link is one of our folders. A bundled package is in another one. */
const downloaded = (folder: string): [path: string, entry: Entry][] => {
  const lock = JSON.parse(readFileSync(join(root, folder, "package-lock.json"), "utf8"));
  return Object.entries<Entry>(lock.packages).filter(
    ([path, { link, inBundle }]) => path.includes("node_modules/") && !link && !inBundle,
  );
};

const has = (list: string | string[] | undefined, value: string) => !list || [list].flat().includes(value);
/** Whether npm installs it on a supported machine. No other platform has an engine for the database. */
const isForUs = ({ os, cpu, libc }: Entry) =>
  has(os, "linux") && has(libc, "glibc") && (has(cpu, "x64") || has(cpu, "arm64"));

const withScripts = (folder: string) =>
  downloaded(folder)
    .filter(([, entry]) => entry.hasInstallScript)
    .map(([path]) => path.replace(/^.*node_modules\//, ""));

describe.each(folders)("the lock file in %s", (folder) => {
  test("pins each package for Linux on x64 and arm64 by its hash", () => {
    const unpinned = downloaded(folder).filter(
      ([, entry]) => isForUs(entry) && !entry.integrity?.startsWith("sha512-"),
    );
    expect(unpinned.map(([path]) => path)).toEqual([]);
  });

  test("names no package that needs its install script", () => {
    expect(withScripts(folder).filter((name) => !(name in needless))).toEqual([]);
  });
});

test("a package without an install script has no excuse for one", () => {
  const names = folders.flatMap(withScripts);
  expect(Object.keys(needless).filter((name) => !names.includes(name))).toEqual([]);
});
