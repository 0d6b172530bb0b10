import { describe, expect, test } from "@jest/globals";
import { attacksOn } from "../support/expressions/attacks.ts";
import { expressionsIn } from "../support/expressions/expressions.ts";
import { slowIn } from "../support/expressions/check.ts";

/** As the sources write it. Only a planted fault may be slow, and no check of these files. */
const slash = String.fromCharCode(47);
const literal = (source: string, flags = "") => `export const FORM = ${slash}${source}${slash}${flags};`;
/** A shorter text than the longest body is enough to tell them apart, in less time. */
const slow = (text: string, path = "shared/domain/new-form.ts") => slowIn([{ path, text }], {}, 16_384);

describe("the check of regular expressions", () => {
  test.each([
    ["that begins anew at each place", literal("-+$")],
    [
      "that matches often and then searches in vain",
      literal(String.raw`"([^"\\]*(?:\\.[^"\\]*)*)"(\s*:)?|[{}]`, "g"),
    ],
  ])("names the file of one %s", (_, text) => {
    expect(slow(text)).toEqual([expect.stringMatching(/^shared\/domain\/new-form\.ts: .* ms of CPU/)]);
  });

  test.each([
    ["that begins once", literal("(?<!-)-+$")],
    ["with bounded repetitions", literal("^[a-z]{1,64}$")],
    ["that is a date of zod", "const Day = z.iso.date();"],
  ])("accepts one %s", (_, text) => expect(slow(text)).toEqual([]));

  test("leaves out one that meets our own words only", () => {
    expect(slow(literal("-+$"), "shared/words/new-words.ts")).toEqual([]);
  });

  test("takes one that is made of parts", () => {
    const text = `const END = "-+$";\nconst FORM = new RegExp(\`x?\${END}\`);`;
    expect(expressionsIn([{ path: "a.ts", text }])).toEqual([{ path: "a.ts", source: "x?-+$", flags: "" }]);
  });

  test("takes zod's own expressions from a schema", () => {
    const kept = {};
    slowIn([{ path: "shared/domain/a.ts", text: "const A = z.iso.date(), B = z.email();" }], kept);
    expect(Object.keys(kept)).toHaveLength(2);
  });

  test("tries guesses where the search for an attack gives up", () => {
    const many = `${"(a|ab|b)*".repeat(40)}c{1,9000}$`;
    expect(attacksOn({ path: "", source: many, flags: "" }, 1).length).toBeGreaterThan(1);
  });
});
