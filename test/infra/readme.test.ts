import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@jest/globals";

test("the README's first commands are the two that the whole service needs", () => {
  const readme = readFileSync(join(import.meta.dirname, "..", "..", "README.md"), "utf8");
  const [first = ""] = /```sh\n([\s\S]*?)```/.exec(readme)?.slice(1) ?? [];
  expect(first).toContain("npm ci && npm start");
  expect(first).toContain("npm ci && npm test");
});
