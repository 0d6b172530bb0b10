import { describe, expect, test } from "@jest/globals";
import { verifiers } from "../../shared/pages/docs/docs-verifiers.ts";
import { installed, run, runners } from "./verifier-runners.ts";

test("there is one for each of five languages", () => {
  expect(verifiers.map(({ language }) => language).sort()).toEqual(Object.keys(runners).sort());
});

test.each(verifiers)(
  "the one in $label is a dozen lines at most, besides imports and lone braces",
  ({ code }) => {
    const lines = code.split("\n").filter((line) => /\w{4}/.test(line) && !/^(import|require)/.test(line));
    expect(lines.length).toBeLessThanOrEqual(12);
  },
);

/** Go compiles for longer than all the others run: see verifiers.slow.ts. */
describe.each(verifiers.filter(({ language }) => language !== "go"))("the one in $label", (verifier) => {
  (installed(verifier.language) ? test : test.skip)("takes what is ours and nothing else", () => {
    const { taken, due } = run(verifier);
    expect(taken).toEqual(due);
  });
});
