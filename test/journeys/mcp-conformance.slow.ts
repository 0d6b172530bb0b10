import { execFile } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { startCloud } from "../support/cloud/cloud.ts";
import { MCP } from "../support/cloud/mcp.ts";
import { sharedCloud } from "../support/cloud/shared-cloud.ts";
import { fixtureAssembly } from "../support/conformance/fixture-assembly.ts";
import { artifactsDir } from "../support/process/artifacts.ts";

const root = join(import.meta.dirname, "..", "..");
const baseline = (name: string) => join(root, "test", "support", "conformance", `${name}.yml`);

/** The suite sends more than 60 requests from one address. At this pace, a minute lasts 60 milliseconds. */
const UNLIMITED = 1_000;

/** Runs the protocol's own suite. It fails if its failures differ from the baseline. */
function conformance(url: string, ...args: string[]): Promise<{ exitCode: number; said: string }> {
  const suite = join(root, "node_modules", ".bin", "conformance");
  const all = ["server", "--url", url, "-o", join(artifactsDir, "conformance"), ...args];
  return new Promise((resolve) => {
    const child = execFile(suite, all, { cwd: root }, (_, stdout, stderr) =>
      resolve({ exitCode: child.exitCode ?? -1, said: stdout + stderr }),
    );
  });
}

test("the suite's fixture behind our endpoint passes all 37 requirements of 2026-07-28", async () => {
  const cloud = await startCloud({ args: ["--assembly", fixtureAssembly()] });
  const { exitCode, said } = await conformance(cloud.url + MCP, "--requirements", "2026-07-28");
  // The summary also lists checks that are not required, such as extensions. A second list repeats them.
  const [, summary = "", unscored = ""] = said.split(/=== SUMMARY ===|^Not scored.*$/m);
  const passed = (part: string) => [...part.matchAll(/^ *✓ ([\w-]+)/gm)].map(([, name]) => name);
  expect([exitCode, said]).toEqual([0, expect.any(String)]);
  expect(passed(summary).length - passed(unscored).length).toBe(37);
});

test.each(["2026-07-28", "2025-11-25"])("the server meets the requirements of %s", async (revision) => {
  const cloud = await sharedCloud(UNLIMITED);
  const { exitCode, said } = await conformance(
    cloud.url + MCP,
    ...["--requirements", revision, "--expected-failures", baseline(revision)],
  );
  expect([exitCode, said]).toEqual([0, expect.any(String)]);
});
