import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import { ofEnvironment as ofOnlyEnvironment } from "../../shared/store/table/environment.ts";

let present = {};
const marker = Symbol.for("lambda:environment");
Reflect.set(globalThis, marker, () => present);
afterAll(() => void Reflect.deleteProperty(globalThis, marker));

// The module looks for the marker once, while it loads.
const { ofEnvironment } = await import("../support/imported/environment.ts");

test.each([
  ["all environments of a process as its only one", ofOnlyEnvironment, [1, 1, 1, 1]],
  ["each environment of a process in tests", ofEnvironment, [1, 1, 2, 1]],
])("state is made once for %s", (_, ofEach, expected) => {
  let count = 0;
  const state = ofEach(() => ({ number: ++count }));
  const first = {};
  const second = {};
  const numbers = [first, first, second, first].map((environment) => {
    present = environment;
    return state().number;
  });
  expect(numbers).toEqual(expected);
});

const root = join(import.meta.dirname, "..", "..");

/** These hold what every function may share: a client has the rights of the function that calls it. */
const SHARED = [
  "const known in shared/webhooks/signed-post.ts",
  // The same in every environment.
  "let newYork in shared/domain/rail/bank-days.ts",
  "let schemas in shared/site/docs/docs-document.ts",
  "let client in shared/store/table/secrets.ts",
  "let tableClient in shared/store/table/table.ts",
];

/** A variable, or a collection that is empty when its module loads. */
const STATE = /^(?:export )?(let \w+|const \w+(?=(?:: [^=]+)? = new (?:Weak)?(?:Map|Set)(?:<.*>)?\(\)))/gm;

// A variable of a module would pass from one function to another where one process runs all of them.
test("what a function keeps between calls, it keeps with ofEnvironment", () => {
  const product = globSync("{functions,shared}/**/*.{ts,tsx}", { cwd: root }).filter(
    (file) => !/\.client\.ts$|(^|\/)(client|test|test-artifacts)\//.test(file),
  );
  const variables = product.flatMap((file) =>
    [...readFileSync(join(root, file), "utf8").matchAll(STATE)].map(
      ([, variable]) => `${variable} in ${file}`,
    ),
  );
  expect(variables.sort()).toEqual(SHARED.toSorted());
});
