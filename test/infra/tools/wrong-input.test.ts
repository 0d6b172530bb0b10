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
      const { code, stderr } = await run("api-changes.ts", String(file), String(other));
      expect([code, stderr.trim().split("\n")]).toEqual([2, [expect.stringContaining(`${file} ${reason}`)]]);
    }
  }));

test.each([
  ["", "Give one number of payouts a second: npm run capacity -- 1000"],
  ["1e9", 'The payouts a second must be a whole number from 1 to 9999999, not "1e9".'],
  ["10 --accounts 0", '--accounts must be a whole number from 1 to 9999999, not "0".'],
  ["10 --acounts 1", "Unknown option --acounts. Did you mean --accounts? See all options with --help."],
  ["10 --account me", '--account must be an account\'s id, acct_..., not "me".'],
  ["20000", "This load needs 20 cells, and an account is in one cell: give --accounts 20 or more."],
])("capacity %s is one line", async (words, line) => {
  const args = words.split(" ").filter(Boolean);
  expect(await run("capacity.ts", ...args)).toEqual({ code: 2, stdout: "", stderr: `${line}\n` });
});

test("a client library in an unknown language is one line", async () => {
  expect(await run("clients/print.ts", "rust")).toEqual({
    code: 2,
    stdout: "",
    stderr: "There is no client in rust, only in typescript, python, go, java.\n",
  });
});
