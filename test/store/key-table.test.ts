import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { withKeyTable } from "../../infra/dev/key-table.ts";

const readme = join(import.meta.dirname, "..", "..", "shared", "store", "README.md");

test("README.md matches the output of npm run docs:keys", () => {
  const text = readFileSync(readme, "utf8");
  expect(text).toBe(withKeyTable(text));
});
