import { expect, test } from "@jest/globals";
import { type Verifier, verifiers } from "../../shared/pages/docs/docs-verifiers.ts";
import { installed, run } from "./verifier-runners.ts";

(installed("go") ? test : test.skip)("the verifier in Go takes what is ours and nothing else", () => {
  const { taken, due } = run(verifiers.find(({ language }) => language === "go") as Verifier);
  expect(taken).toEqual(due);
});
