import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";

let present = {};
const marker = Symbol.for("lambda:environment");
Reflect.set(globalThis, marker, () => present);
afterAll(() => void Reflect.deleteProperty(globalThis, marker));

// The module looks for the marker once, while it loads.
const { ofEnvironment } = await import("../../shared/store/table/environment.ts");
const { remembered } = await import("../../shared/store/table/remembered.ts");

test("each environment of a process has its own state, made once", () => {
  let made = 0;
  const state = ofEnvironment(() => ({ number: ++made }));
  const [first, second] = [{}, {}];
  const numbers = [first, first, second, first].map((environment) => {
    present = environment;
    return state().number;
  });
  expect(numbers).toEqual([1, 1, 2, 1]);
});

test("a cached value serves no other environment", () => {
  const cache = remembered<string>(60, 10);
  cache.put("key", "value", 0);
  present = {};
  expect(cache.get("key", 0)).toBeUndefined();
});

const root = join(import.meta.dirname, "..", "..");

/** These hold what every function may share: a client has the rights of the function that calls it. */
const SHARED = [
  "let schemas in shared/pages/docs/docs-document.ts",
  "let client in shared/store/table/secrets.ts",
  "let made in shared/store/table/table.ts",
  // By its text, which each function has of the stage.
  "let read in shared/store/keys/parts.ts",
];

// A variable of a module would pass from one function to another where one process runs all of them.
test("what a function keeps between calls, it keeps with ofEnvironment", () => {
  const product = globSync("{functions,shared}/**/*.{ts,tsx}", { cwd: root }).filter(
    (file) => !/\.client\.ts$|(^|\/)(client|test-artifacts)\//.test(file),
  );
  const variables = product.flatMap((file) =>
    [...readFileSync(join(root, file), "utf8").matchAll(/^(?:export )?(let \w+)/gm)].map(
      ([, variable]) => `${variable} in ${file}`,
    ),
  );
  expect(variables.sort()).toEqual(SHARED.toSorted());
});
