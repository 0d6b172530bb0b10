import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { inFolder } from "../../../infra/local/test/support/in-folder.ts";
import { toolWith } from "../../support/cloud/ops.ts";

const run = (program: string, ...args: string[]) => toolWith(program, {}, ...args);

test("a file that is missing, not JSON or another document is named in one line", () =>
  inFolder(async (dir) => {
    const [missing, text, other] = ["missing", "text", "other"].map((name) => join(dir, `${name}.json`));
    writeFileSync(String(text), "openapi: 3.1.0");
    writeFileSync(String(other), "{}");
    const reasons = [
      [missing, "cannot be read: ENOENT"],
      [text, "cannot be read: Unexpected token"],
      [other, "is not an OpenAPI document."],
    ];
    for (const [file, reason] of reasons) {
      const { code, stderr } = await run("dev/api-changes.ts", String(file), String(other));
      expect([code, stderr.trim().split("\n")]).toEqual([2, [expect.stringContaining(`${file} ${reason}`)]]);
    }
  }));

test("a client library in an unknown language is one line", async () => {
  expect(await run("clients/print.ts", "rust")).toEqual({
    code: 2,
    stdout: "",
    stderr: "There is no client in rust, only in typescript, python, go, java.\n",
  });
});
