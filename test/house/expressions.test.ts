import { describe, expect, test } from "@jest/globals";
import { expressionsIn } from "../support/expressions/expressions.ts";
import { slowIn } from "../support/expressions/check.ts";

/** As the sources write it. Only a planted fault may be slow, and no check of these files. */
const slash = String.fromCharCode(47);
const literal = (source: string, flags = "") => `export const FORM = ${slash}${source}${slash}${flags};`;
/** A shorter text than the longest body is enough to tell them apart, in less time. */
const slow = (text: string, path = "shared/domain/new-form.ts") => slowIn([{ path, text }], {}, 16_384);

describe("the check of regular expressions", () => {
  test("names the file of one that begins anew at each place", () => {
    expect(slow(literal("-+$"))).toEqual([
      expect.stringMatching(/^shared\/domain\/new-form\.ts: .* ms of CPU/),
    ]);
  });

  test("leaves out one that meets our own words only", () => {
    expect(slow(literal("-+$"), "shared/words/new-words.ts")).toEqual([]);
  });

  test("takes one that is made of parts", () => {
    const text = `const END = "-+$";\nconst FORM = new RegExp(\`x?\${END}\`);`;
    expect(expressionsIn([{ path: "a.ts", text }])).toEqual([{ path: "a.ts", source: "x?-+$", flags: "" }]);
  });
});
