import { describe, expect, test } from "@jest/globals";
import { verifiers } from "../../shared/site/docs/docs-verifiers.ts";
import { installed, run, runners } from "./verifier-runners.ts";

test("five languages have a verifier each", () => {
  expect(verifiers.map(({ language }) => language).sort()).toEqual(Object.keys(runners).sort());
});

test.each(verifiers)(
  "the verifier in $label has at most twelve lines, without imports and lone braces",
  ({ code }) => {
    const lines = code.split("\n").filter((line) => /\w{4}/.test(line) && !/^(import|require)/.test(line));
    expect(lines.length).toBeLessThanOrEqual(12);
  },
);

/** Go compiles longer than all others run: see verifiers.yearly.ts. */
describe.each(verifiers.filter(({ language }) => language !== "go"))("the verifier in $label", (verifier) => {
  (installed(verifier.language) ? test : test.skip)("accepts our deliveries and nothing else", () => {
    const { taken, due } = run(verifier);
    expect(taken).toEqual(due);
  });
});
