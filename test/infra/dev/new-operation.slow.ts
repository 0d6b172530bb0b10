import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, test } from "@jest/globals";
import { planOperation, readOptions } from "../../../infra/dev/new-operation.ts";

const root = join(import.meta.dirname, "..", "..", "..");
const COPIED = ["functions", "shared", "infra", "test", "package.json", "tsconfig.json"];

test("what the scaffold writes passes the type check before anybody completes it", () => {
  const copy = mkdtempSync(join(tmpdir(), "scaffold-"));
  try {
    for (const name of COPIED) cpSync(join(root, name), join(copy, name), { recursive: true });
    symlinkSync(join(root, "node_modules"), join(copy, "node_modules"));
    const platform = {
      name: "remove-something",
      method: "POST",
      path: "/v1/drivers/{id}/x",
    };
    const agent = { name: "read-something", method: "GET", path: "/api/x", tag: "Product" };
    for (const kind of [platform, agent]) {
      for (const { path, text } of planOperation(copy, readOptions(kind))) {
        mkdirSync(dirname(join(copy, path)), { recursive: true });
        writeFileSync(join(copy, path), text);
      }
    }
    const tsc = join(root, "node_modules", ".bin", "tsc");
    expect(execFileSync(tsc, { cwd: copy, encoding: "utf8" })).toBe("");
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
});
