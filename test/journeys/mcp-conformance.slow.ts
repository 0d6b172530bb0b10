import { execFile } from "node:child_process";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "@jest/globals";
import { endClouds } from "../../infra/local/test/support/cloud-process.ts";
import { startCloud } from "../support/cloud/cloud.ts";
import { MCP } from "../support/cloud/mcp.ts";
import { sharedCloud } from "../support/cloud/shared-cloud.ts";
import { artifactsDir } from "../support/cloud/synthesise.ts";
import { fixtureAssembly } from "../support/conformance/fixture-assembly.ts";

const root = join(import.meta.dirname, "..", "..");
const baseline = (name: string) => join(root, "test", "support", "conformance", `${name}.yml`);

afterAll(endClouds);

/** Runs the protocol's own suite. It fails on what the baseline does not expect, and on what it expects in vain. */
function conformance(url: string, ...args: string[]): Promise<{ exitCode: number; said: string }> {
  const suite = join(root, "node_modules", "@modelcontextprotocol", "conformance", "dist", "index.js");
  const all = [suite, "server", "--url", url, "-o", join(artifactsDir, "conformance"), ...args];
  return new Promise((resolve) => {
    const child = execFile(process.execPath, all, { cwd: root }, (_, stdout, stderr) =>
      resolve({ exitCode: child.exitCode ?? -1, said: stdout + stderr }),
    );
  });
}

test("behind our endpoint, the suite's own fixture passes all that 2026-07-28 requires", async () => {
  const cloud = await startCloud({ args: ["--assembly", fixtureAssembly()] });
  const { exitCode, said } = await conformance(cloud.url + MCP, "--requirements", "2026-07-28");
  // What is not required, such as extensions, is listed too, and then once more below the line that says so.
  const [, summary = "", unscored = ""] = said.split(/=== SUMMARY ===|^Not scored.*$/m);
  const passed = (part: string) => [...part.matchAll(/^ *✓ ([\w-]+)/gm)].map(([, name]) => name);
  expect([exitCode, said]).toEqual([0, expect.any(String)]);
  expect(passed(summary).length - passed(unscored).length).toBe(37);
});

describe("our own server passes all that needs no fixture", () => {
  test.each(["2026-07-28", "2025-11-25"])("of %s", async (revision) => {
    const cloud = await sharedCloud();
    const { exitCode, said } = await conformance(
      cloud.url + MCP,
      ...["--requirements", revision, "--expected-failures", baseline(revision)],
    );
    expect([exitCode, said]).toEqual([0, expect.any(String)]);
  });
});
