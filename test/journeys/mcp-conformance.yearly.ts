import { execFile } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { MCP } from "../support/cloud/mcp.ts";
import { sharedCloud } from "../support/cloud/shared-cloud.ts";
import { artifactsDir } from "../support/process/artifacts.ts";

const root = join(import.meta.dirname, "..", "..");
const baseline = (name: string) => join(root, "test", "support", "conformance", `${name}.yml`);

/** The suite sends more than 60 requests from one address. At this pace, a minute lasts 60 milliseconds. */
const UNLIMITED = 1_000;

/** Runs the protocol's own suite. It fails if its failures differ from the baseline. */
function conformance(url: string, ...args: string[]): Promise<{ exitCode: number; said: string }> {
  const suite = join(root, "node_modules", ".bin", "conformance");
  const command = ["server", "--url", url, "-o", join(artifactsDir, "conformance"), ...args];
  return new Promise((resolve) => {
    const child = execFile(suite, command, { cwd: root }, (_, stdout, stderr) =>
      resolve({ exitCode: child.exitCode ?? -1, said: stdout + stderr }),
    );
  });
}

test.each(["2026-07-28", "2025-11-25"])("the server meets the requirements of %s", async (revision) => {
  const cloud = await sharedCloud(UNLIMITED);
  const { exitCode, said } = await conformance(
    cloud.url + MCP,
    "--requirements",
    revision,
    "--expected-failures",
    baseline(revision),
  );
  expect([exitCode, said]).toEqual([0, expect.any(String)]);
});
