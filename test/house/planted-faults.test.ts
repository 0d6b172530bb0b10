import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import faults from "../planted/faults.json" with { type: "json" };
import simulated from "../planted/simulated.json" with { type: "json" };

const root = join(import.meta.dirname, "..", "..");

test("each planted fault can be planted in its file, once", () => {
  const stale = Object.entries({ ...faults, ...simulated }).filter(([, { file, from }]) => {
    const path = join(root, file);
    return !existsSync(path) || readFileSync(path, "utf8").split(from).length !== 2;
  });
  expect(stale.map(([name]) => name)).toEqual([]);
});

test("each planted fault names suites that exist", () => {
  const lost = Object.entries(faults).flatMap(([name, { suites }]) =>
    suites.filter((suite) => !existsSync(join(root, `${suite}.test.ts`))).map((suite) => `${name}: ${suite}`),
  );
  expect(lost).toEqual([]);
});
