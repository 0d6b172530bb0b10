import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";

const root = join(import.meta.dirname, "..", "..");

type Entry = {
  integrity?: string;
  link?: boolean;
  inBundle?: boolean;
  hasInstallScript?: boolean;
  license?: string;
  os?: string | string[];
  cpu?: string | string[];
  libc?: string | string[];
};

const programs = ["node", "biome", "mcp", "openapi-typescript"];
const folders = [".", ...programs.map((name) => `infra/dev/programs/${name}`)];

/** Packages whose install script has no effect that the project needs, with what the script does. */
const needless: Record<string, string> = {
  "@parcel/watcher": "compiles the binary only on request; an optional package has it",
  "@swc/core": "checks that the optional package with the binary works",
  esbuild: "saves the start of a JavaScript file before the binary",
};

/** SPDX ids of licences that ask for no more than a notice. */
const permissive = [
  "0BSD",
  "Apache-2.0",
  "BlueOak-1.0.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "CC0-1.0",
  "ISC",
  "MIT",
  "MIT-0",
  "PSF-2.0",
  "Python-2.0",
  "Unlicense",
];

/** Packages with another licence, with the reason why the project may use them. */
const tolerated: Readonly<Record<string, string>> = {
  "@cloud-copilot/iam-policy": "AGPL: runs in the local cloud only, unchanged, and is in no artifact",
  "@cloud-copilot/iam-simulate": "AGPL: runs in the local cloud only, unchanged, and is in no artifact",
  "@cloud-copilot/iam-utils": "AGPL: runs in the local cloud only, unchanged, and is in no artifact",
  "axe-core": "MPL: runs in browser tests only, unchanged",
  "caniuse-lite": "CC-BY: data of Jest's compiler, in no artifact",
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

const packageName = (path: string) => path.replace(/^.*node_modules\//, "");

/** The licence that the installed package states. A program's packages may not be installed. */
function licenceOf(folder: string, path: string, entry: Entry): string {
  const file = join(root, folder, path, "package.json");
  const { license } = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : entry;
  return typeof license === "string" ? license : JSON.stringify(license ?? "none");
}

/** An SPDX expression: one of the choices between `OR`, and all of the parts between `AND`. */
const isPermissive = (licence: string): boolean =>
  licence
    .replace(/^\((.*)\)$/, "$1")
    .split(" OR ")
    .some((choice) => choice.split(" AND ").every((id) => permissive.includes(id)));

/** Names and licences of the packages on a supported machine whose licence is not on the list. */
const others = (folder: string): [name: string, licence: string][] =>
  downloaded(folder)
    .filter(([, entry]) => isForUs(entry))
    .map(([path, entry]): [string, string] => [packageName(path), licenceOf(folder, path, entry)])
    .filter(([, licence]) => !isPermissive(licence));

const withScripts = (folder: string) =>
  downloaded(folder)
    .filter(([, entry]) => entry.hasInstallScript)
    .map(([path]) => packageName(path));

describe.each(folders)("the lock file in %s", (folder) => {
  test("pins each package by its hash, on every platform", () => {
    const unpinned = downloaded(folder).filter(([, { integrity }]) => !integrity?.startsWith("sha512-"));
    expect(unpinned.map(([path]) => path)).toEqual([]);
  });

  test("names no package whose licence is not on the list", () => {
    expect(others(folder).filter(([name]) => !(name in tolerated))).toEqual([]);
  });

  test("names no package that needs its install script", () => {
    expect(withScripts(folder).filter((name) => !(name in needless))).toEqual([]);
  });
});

test("npm ci brings at most 650 MB", () => {
  const [size] = execFileSync("du", ["-sm", "--exclude=.cache", "node_modules"], {
    cwd: root,
    encoding: "utf8",
  }).split("\t");
  expect(Number(size)).toBeLessThanOrEqual(650);
});

test("a package without an install script has no excuse for one", () => {
  const names = folders.flatMap(withScripts);
  expect(Object.keys(needless).filter((name) => !names.includes(name))).toEqual([]);
});

test("a package with a licence on the list needs no reason", () => {
  const names = folders.flatMap(others).map(([name]) => name);
  expect(Object.keys(tolerated).filter((name) => !names.includes(name))).toEqual([]);
});

test.each([
  ["MIT", true],
  ["(MIT OR GPL-3.0-or-later)", true],
  ["Apache-2.0 AND MIT", true],
  ["MIT AND GPL-3.0-only", false],
  ["AGPL-3.0-or-later", false],
  ["SEE LICENSE IN LICENSE", false],
  ["none", false],
])("%s is permissive: %p", (licence, expected) => expect(isPermissive(licence)).toBe(expected));
