import { expect, test } from "@jest/globals";
import type * as z from "zod/mini";
import { DriverPatch } from "../../shared/domain/driver/driver-request.ts";
import { PARSING, refusedInput } from "../../shared/http/serve/refused-input.ts";

const parsed = (text: string) => DriverPatch.safeParse({ metadata: JSON.parse(text) }, PARSING);

test.each([
  '{" padded ":" value "}',
  '{"a\u200db":"\u0646\u200c\u0645"," ":""}',
  '{"constructor":"x","toString":"y","💥":"z"}',
  '{"a":"1","__proto__":"x","hasOwnProperty":"","valueOf":"y"}',
  `{"${"k".repeat(40)}":"${"v".repeat(500)}"}`,
])("metadata is stored unchanged: %s", (text) => {
  expect(JSON.stringify(parsed(text).data?.metadata)).toBe(text);
});

test.each([
  ["a map under a name of JavaScript's own", '{"__proto__":{}}', "metadata.__proto__", /text/],
  [
    "a name too long",
    `{"${"k".repeat(41)}":""}`,
    `metadata.${"k".repeat(41)}`,
    /name .* at most 40 characters/,
  ],
  ["no name", '{"":"x"}', "metadata.", /name is at least 1 character/],
  ["half a character", '{"\\ud800":"x"}', "metadata.\ufffd", /name is one line of text/],
  ["NUL", '{"a":"\\u0000"}', "metadata.a", /without control characters/],
  ["a line break in a name", '{"a\\nb":""}', "metadata.a\nb", /name is one line of text/],
  ["a direction mark", '{"a":"\\u202eb"}', "metadata.a", /without direction marks/],
  [
    "a long name that is cut inside an emoji",
    `{"${"k".repeat(54)}😀":""}`,
    `metadata.${"k".repeat(54)}\ufffd`,
    /name .* at most 40 characters/,
  ],
  ["a list", "[]", "metadata", /an object/],
  ["a number", '{"a":1}', "metadata.a", /text/],
])("metadata with %s is rejected by name", (_, text, param, message) => {
  const problem = refusedInput(parsed(text).error as z.core.$ZodError);
  expect(problem).toMatchObject({ code: "parameter_invalid", param });
  expect(problem.message).toMatch(message);
});
