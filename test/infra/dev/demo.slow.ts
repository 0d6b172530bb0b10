import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "@jest/globals";

const root = join(import.meta.dirname, "..", "..", "..");

test("each step of the demo has a result", async () => {
  const env = { ...process.env, NODE_OPTIONS: "" };
  const { stdout } = await promisify(execFile)("npm", ["run", "--silent", "demo"], { cwd: root, env });
  expect(stdout.match(/^\d\. .*$/gm)).toHaveLength(9);
  expect(stdout).toMatch(/connected: doordash\n {3}her earnings: \$\d+\.\d\d\n/);
  expect(stdout).not.toMatch(/: *$/m);
  expect(stdout.trim().split("\n").at(-1)).toContain("npm start");
});
