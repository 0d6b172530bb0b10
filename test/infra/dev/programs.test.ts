import { spawnSync } from "node:child_process";
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "@jest/globals";

const root = join(import.meta.dirname, "..", "..", "..");
const missing = (version: string) => `Node 24 or newer is needed, and this machine has ${version}.`;
/** A program in place of npm and of a registry that has the package. */
const BRINGS_NODE = `mkdir -p node_modules/.bin && printf '#!/bin/sh\\necho installed "$@"\\n' > node_modules/.bin/node
chmod +x node_modules/.bin/node`;

let project: string;
let programs: string;
let machine: string;
beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), "programs-"));
  programs = join(project, "infra/dev/programs");
  machine = join(project, "machine");
  cpSync(join(root, "infra/dev/programs"), programs, { recursive: true });
  for (const folder of [machine, bin()]) mkdirSync(folder, { recursive: true });
  symlinkSync(join(programs, "program.sh"), join(bin(), "node"));
});
afterEach(() => rmSync(project, { recursive: true, force: true }));

/** Puts a program of this name on the machine. The standard folders have the real ones, behind it. */
const onMachine = (name: string, script: string) =>
  writeFileSync(join(machine, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
const machineNode = (version: string) =>
  onMachine("node", `[ "$1" = --version ] && echo ${version} || echo "${version}" "$@"`);
const npm = (script: string) => onMachine("npm", `echo called >> "${project}/npm-calls"\n${script}`);
const npmCalls = () =>
  existsSync(join(project, "npm-calls"))
    ? readFileSync(join(project, "npm-calls"), "utf8").match(/called/g)?.length
    : 0;

const bin = () => join(project, "node_modules", ".bin");

function run(name: string, ...args: string[]) {
  const PATH = [bin(), machine, "/usr/bin", "/bin"].join(delimiter);
  const { status, stdout, stderr } = spawnSync(name, args, { env: { PATH }, encoding: "utf8" });
  return { status, stdout, stderr };
}
const node = (...args: string[]) => run("node", ...args);

test.each(["v24.0.0", "v26.10.0"])("a machine with Node %s runs it and installs nothing", (version) => {
  machineNode(version);
  npm(BRINGS_NODE);
  expect(node("a b", "c")).toEqual({ status: 0, stdout: `${version} a b c\n`, stderr: "" });
  expect(npmCalls()).toBe(0);
});

test("a machine with an older Node installs Node 24 once, and again after a change of the lock file", () => {
  machineNode("v20.20.2");
  npm(BRINGS_NODE);
  expect(node("a")).toEqual({ status: 0, stdout: "installed a\n", stderr: expect.stringContaining("once") });
  expect(node("b")).toEqual({ status: 0, stdout: "installed b\n", stderr: "" });
  expect([npmCalls(), readdirSync(join(project, ".installed"))]).toEqual([1, ["node"]]);
  appendFileSync(join(programs, "node", "package-lock.json"), "\n");
  expect(node("c").stdout).toBe("installed c\n");
  expect([npmCalls(), readdirSync(join(project, ".installed"))]).toEqual([2, ["node"]]);
});

test.each([
  ["Darwin arm64", "v20.20.2"],
  ["Linux riscv64", "v12.22.12"],
])("an older Node on %s ends with one line that says what to do", (system, version) => {
  machineNode(version);
  onMachine("uname", `[ $1 = -s ] && echo ${system.replace(" ", " || echo ")}`);
  npm(BRINGS_NODE);
  expect(node("infra/local/start.ts")).toEqual({
    status: 1,
    stdout: "",
    stderr: `${missing(version)} npm has no package of it for ${system}. Install it from https://nodejs.org, and run the command again.\n`,
  });
  expect(npmCalls()).toBe(0);
});

test("a program that npm cannot install ends with one line that names it", () => {
  machineNode("v24.21.0");
  npm("exit 1");
  symlinkSync(join(programs, "program.sh"), join(bin(), "conformance"));
  const { status, stderr } = run("conformance");
  expect([status, stderr.trim().split("\n").at(-1)]).toEqual([1, expect.stringContaining("conformance")]);
});
