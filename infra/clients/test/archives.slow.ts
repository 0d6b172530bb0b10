import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "@jest/globals";

const program = join(import.meta.dirname, "..", "archives", "archives.ts");

test("the archives have the same bytes with any umask of the machine that deploys", () => {
  const made = ["022", "077"].map((mask) =>
    execFileSync("sh", ["-c", `umask ${mask} && "${process.execPath}" "${program}"`], {
      maxBuffer: 64 * 1024 * 1024,
      env: { ...process.env, NODE_OPTIONS: "" },
    }),
  );
  expect(made[0]?.length).toBeGreaterThan(100_000);
  expect(made[0]?.equals(made[1] ?? Buffer.of())).toBe(true);
}, 120_000);
