import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { parseJson } from "../../shared/http/serve/request-text.ts";

/**
 * Reported: texts of 64 KB that stopped a function, by depth and by names that are read again and again. And
 * two readers of one text, of which one takes the first amount and the other the last.
 */
const refused = (param: unknown) =>
  expect.objectContaining({
    code: "body_invalid_json",
    param,
    message: expect.stringContaining("more than once"),
  });

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
])("%s is read", (text) => expect(parseJson(text)).toEqual(JSON.parse(text)));

const nested = (levels: number, [open, close]: [string, string]) =>
  `${open.repeat(levels)}${close.repeat(levels)}`;
const kinds: [string, [string, string]][] = [
  ["arrays", ["[", "]"]],
  ["objects", ['{"a":', "}"]],
  ["both", ['{"a":[', "]}"]],
];

test.each(kinds)("%s nest at most 32 levels deep, valid or not", (_, [open, close]) => {
  const levels = open.length === 6 ? 16 : 32;
  const valid = nested(levels, [open, close]).replace(":}", ":1}");
  expect(parseJson(valid)).toEqual(JSON.parse(valid));
  const deep = "more than 32 levels of objects and lists";
  expect(() => parseJson(nested(levels + 1, [open, close]))).toThrow(deep);
  expect(() => parseJson(nested(40_000, [open, close]))).toThrow(deep);
  expect(() => parseJson(open.repeat(40_000))).toThrow(deep);
});

test("a brace in a string is no level, and a closed one is none any more", () => {
  const text = JSON.stringify([..."x".repeat(100)].map(() => ({ "{": "[[[{", a: [[]] })));
  expect(parseJson(text)).toEqual(JSON.parse(text));
});

test.each(['"', '"\\', '"a\\', '{"a', '{"a\\', '{"a\\\n":1}', '"a\nb"', '{"\\u00', "}", "]}", '{"\\q":1}'])(
  "%j is not valid JSON",
  (text) => expect(() => parseJson(text)).toThrow("The body is not valid JSON."),
);

test("a name with a backslash is refused before a later fault of the text", () => {
  for (const text of ['{"\\\\" 1}', '{"a":1,"\\\\"', '[{"a\\\\":}'])
    expect(() => parseJson(text)).toThrow("without a backslash");
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
    fc.array(tie("value"), { maxLength: 3 }).map((items) => ({
      text: `[${items.map(({ text }) => text).join()}]`,
      repeats: items.some(({ repeats }) => repeats),
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

const smallest = 16 * 1024;
const largest = 256 * 1024;
/** 2.5 times for each of four doublings is 2.44 times for each byte. By the square it would be 16. */
const MAX_RATIO = (2.5 / 2) ** 4;
const filled = (start: string, part: string, length: number) =>
  (start + part.repeat(Math.ceil(length / part.length))).slice(0, length);
const read = (text: string) => {
  try {
    parseJson(text);
  } catch {}
};
/** The CPU that a byte of the text takes, in nanoseconds. Kernels count CPU in steps of up to 4 ms. */
function cpuOf(text: string): number {
  const before = process.cpuUsage();
  for (let times = 1; ; times++) {
    read(text);
    const { user, system } = process.cpuUsage(before);
    if (user + system > 40_000) return ((user + system) * 1_000) / times / text.length;
  }
}
function timeOf(text: string): number {
  const start = performance.now();
  read(text);
  return ((performance.now() - start) * 1_000_000) / text.length;
}
const parts = fc.string({ unit: fc.constantFrom(...'"\\{}[]:,\n a'), minLength: 1, maxLength: 8 });

test("a text of twice the size takes at most 2.5 times the CPU, for any text", () => {
  const usual = cpuOf(filled("[", '{"amount":100,"name":"Ana"},', smallest));
  const check = (start: string, part: string) => {
    const text = filled(start, part, largest);
    // The time is at least the CPU, so most texts need no second look.
    if (timeOf(text) <= MAX_RATIO * usual) return;
    expect(cpuOf(text)).toBeLessThanOrEqual(
      MAX_RATIO * Math.max(usual, cpuOf(filled(start, part, smallest))),
    );
  };
  for (const part of ['\\"', "\\\n", "\\", " ", '{"a":1},', '{"":[]},', '"a",']) check('["', part);
  check('"', '\\"');
  fc.assert(fc.property(fc.constantFrom("", '"', '[{"', "["), parts, check), { numRuns: 60 });
});
