import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { parseJson } from "../../shared/http/serve/request-text.ts";

const refused = (param: unknown) =>
  expect.objectContaining({
    code: "body_invalid_json",
    param,
    message: expect.stringContaining("more than once"),
  });

describe("a JSON text", () => {
  test.each([
    ['{"amount":100,"amount":900000}', "amount"],
    ['{"a":1,"\\u0061":2}', "a"],
    ['{"a\\"":1,"\\u0061\\u0022":2}', 'a"'],
    ['{"a": {"b" :1,"c":{"b":2}, "b"\n\t:3}}', "b"],
    ['[{"a":1},{"a":1,"b":["a","a:",{"x":1,"x":1}]}]', "x"],
    ['{"":1,"":2}', ""],
    ['{"__proto__":1,"__proto__":2}', "__proto__"],
    ['{"\\ud800":1,"\\ud800":2}', "\ufffd"],
  ])("%s is refused: an object has a name twice", (text, param) => {
    expect(() => parseJson(text)).toThrow(refused(param));
  });

  test.each([
    '{"a":"a","b":{"a":":{","c":["a","a"]}}',
    '[{"a":1},{"a":"}"}]',
    '{"a":"\\\\","b":"a\\":\\\\"}',
    '"{}"',
  ])("%s is read", (text) => {
    expect(parseJson(text)).toEqual(JSON.parse(text));
  });

  test.each([
    ["arrays", "[".repeat(30_000) + "]".repeat(30_000)],
    ["objects", `${'{"a":'.repeat(9_000)}1${"}".repeat(9_000)}`],
  ])("%s that nest deep are read, and stop nothing", (_, text) => {
    expect(() => parseJson(text)).not.toThrow();
  });

  test.each(["\\\\", "\\u005c", "a\\\\b"])("the name %s is refused before anything remembers it", (name) => {
    expect(() => parseJson(`{"h":1,"${name}":2}`)).toThrow("without a backslash");
    for (const [escaped, read] of Object.entries({ "\\u00e9": "é", "\\n": "\n", '\\"': '"' }))
      expect(Object.keys(parseJson(`{"h":1,"${escaped}":2}`) as object)).toEqual(["h", read]);
  });

  /** A value as its text, with names and texts spelled in any way, and whether an object has a name twice. */
  type Written = { text: string; repeats: boolean };
  const spelled = (value: string) =>
    fc.array(fc.boolean(), { minLength: value.length, maxLength: value.length }).map(
      (escapes) =>
        `"${[...Array(value.length).keys()]
          .map((i) => {
            const unit = value.charCodeAt(i);
            return escapes[i]
              ? `\\u${unit.toString(16).padStart(4, "0")}`
              : JSON.stringify(value[i]).slice(1, -1);
          })
          .join("")}"`,
    );
  const blank = fc.constantFrom("", " ", "\n\t");
  const name = fc.constantFrom("a", "b", 'q"', "~", "{", "a:", "é");
  const { value } = fc.letrec<{ value: Written }>((tie) => ({
    value: fc.oneof(
      { depthSize: "small" },
      name.chain(spelled).map((text) => ({ text, repeats: false })),
      fc.array(tie("value"), { maxLength: 3 }).map((all) => ({
        text: `[${all.map(({ text }) => text).join()}]`,
        repeats: all.some(({ repeats }) => repeats),
      })),
      fc
        .array(
          fc
            .tuple(name, blank, tie("value"))
            .chain(([key, space, inner]) =>
              spelled(key).map((text) => ({ key, text: `${text}${space}:${inner.text}`, inner })),
            ),
          { maxLength: 4 },
        )
        .map((pairs) => ({
          text: `{${pairs.map(({ text }) => text).join()}}`,
          repeats:
            new Set(pairs.map(({ key }) => key)).size < pairs.length ||
            pairs.some(({ inner }) => inner.repeats),
        })),
    ),
  }));

  test("any text is refused exactly if one of its objects has a name twice, in any spelling", () => {
    fc.assert(
      fc.property(value, ({ text, repeats }) => {
        const read = () => parseJson(text);
        if (repeats) expect(read).toThrow(refused(expect.any(String)));
        else expect(read()).toEqual(JSON.parse(text));
      }),
      { numRuns: 500 },
    );
  });
});
