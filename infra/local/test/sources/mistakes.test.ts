import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { root } from "../../base/root.ts";
import { brokenReply } from "../../gateway/broken-code.ts";
import { mistakeIn } from "../../sources/mistakes.ts";

const file = join(root, "shared/domain/brand/brand.ts");
const failed = (stderr: string) => Object.assign(new Error("Command failed"), { stderr });
const message = (text: string, line: number) => ({ text, location: { file: "a.ts", line, column: 4 } });

describe("a mistake is one line with its file, its line and the reason", () => {
  test.each([
    [
      "from esbuild, with the number of the others",
      Object.assign(new Error(), { errors: [message("Unexpected ;", 7), message("No such export", 9)] }),
      "a.ts:7:5: Unexpected ; (and 1 more)",
    ],
    [
      "of a program that throws, at the first frame in the project's files",
      failed(
        `${file}:3\nthrow new Error("no sender");\n      ^\n\nError: no sender\n    at file://${root}/node_modules/x/y.js:1:2\n    at file://${file}:12:7\n\nNode.js v24.1.0\n`,
      ),
      "shared/domain/brand/brand.ts:3: Error: no sender",
    ],
    [
      "of a program whose frames alone have the place",
      failed(`node:internal/x:1\n\nTypeError: x is not a function\n    at made (file://${file}:12:7)\n`),
      "shared/domain/brand/brand.ts:12: TypeError: x is not a function",
    ],
    ["of a setting, without a place", failed("An unknown stage: x\n"), "An unknown stage: x"],
    ["of any other kind", new Error("No record is named x"), "No record is named x"],
  ])("%s", (_, error, expected) => expect(mistakeIn(error).message).toBe(expected));
});

test("a reply names the mistake as text of a page, or as JSON, and in a header of one line of ASCII", () => {
  const reason = 'a.ts:1:2: Expected ">"\nbut found “<b>”';
  const page = brokenReply(reason, "text/html,*/*");
  expect(page.body).toContain("but found “&lt;b&gt;”");
  expect(page.headers["content-length"]).toBe(String(Buffer.byteLength(page.body)));
  const { body, headers } = brokenReply(reason);
  expect(JSON.parse(body)).toEqual({ message: "Internal Server Error", fault: reason });
  expect(headers["x-local-fault"]).toBe('a.ts:1:2: Expected ">" but found ?<b>?');
});
