import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "@jest/globals";

/** Pinned: another version may know other mistakes. */
const ACTIONLINT = "github.com/rhysd/actionlint/cmd/actionlint@v1.7.12";
const workflows = join(import.meta.dirname, "..", "..", ".github", "workflows");
const folder = mkdtempSync(join(tmpdir(), "actionlint-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const hasGo = spawnSync("go", ["version"]).status === 0;
if (!hasGo) process.stderr.write("Skipped: actionlint needs go, which is not installed\n");

function lint(dir: string) {
  const files = readdirSync(dir).map((name) => join(dir, name));
  // ShellCheck is not on every machine, and finds other things in other versions.
  const args = ["run", ACTIONLINT, "-no-color", "-shellcheck=", "-pyflakes=", ...files];
  const { status, stdout, stderr } = spawnSync("go", args, { cwd: dir, encoding: "utf8" });
  return { status, said: stdout + stderr };
}

(hasGo ? describe : describe.skip)("actionlint", () => {
  test("finds nothing in the workflows", () => {
    expect(lint(workflows)).toEqual({ status: 0, said: "" });
  }, 300_000);

  test("finds an output that no job has", () => {
    cpSync(workflows, folder, { recursive: true });
    const file = join(folder, "release.yml");
    writeFileSync(
      file,
      readFileSync(file, "utf8").replaceAll("needs.plan.outputs.verdict", "needs.plan.outputs.verdikt"),
    );
    expect(lint(folder)).toEqual({ status: 1, said: expect.stringContaining('"verdikt" is not defined') });
  }, 300_000);
});
