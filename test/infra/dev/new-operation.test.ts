import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { nextSteps, planOperation, readOptions } from "../../../infra/dev/new-operation.ts";

const root = join(import.meta.dirname, "..", "..", "..");

const removal = {
  name: "remove-something",
  method: "DELETE",
  path: "/v1/drivers/{id}/things/{thing_id}",
} as const;

test("the tag of a new operation follows from its path", () => {
  expect(readOptions(removal)).toEqual({ ...removal, tag: "Drivers" });
  expect(readOptions({ ...removal, path: "/v1/account/things/{id}" })).toMatchObject({ tag: "Account" });
});

test.each([
  [{ name: "Remove" }, /^NAME must be a verb and a noun in kebab-case/],
  [{ name: "get-driver" }, /^get-driver exists already/],
  [{ method: "PUT" }, /^--method must be one of GET, POST, PATCH, DELETE/],
  [{ path: "/v2/things" }, /^--path must start with \/v1\//],
  [{ path: "/v1/drivers/:id" }, /^--path must start with \/v1\//],
  [{ method: "GET", path: "/v1/drivers/{id}" }, /^Another operation has GET \/v1\/drivers\/\{id\}\./],
  [{ path: "/v1/unheard-of" }, /^--tag must be one of: Payments, /],
  [{ tag: "Things" }, /^--tag must be one of: Payments, /],
])("%j gets an error that names the option and the rule", (wrong, message) => {
  expect(() => readOptions({ ...removal, ...wrong })).toThrow(message);
});

const plans = (["GET", "POST", "PATCH", "DELETE"] as const).flatMap((method) => [
  readOptions({ ...removal, method }),
  readOptions({ ...removal, method, path: "/v1/account/things/{id}" }),
  readOptions({ ...removal, method, path: "/api/things/{thing_id}", tag: "Product" }),
]);

test.each(plans)("the plan of $method $path has three files, each with a mark or an entry", (options) => {
  const [record, entryPoint, list, ...more] = planOperation(root, options);
  expect(more).toEqual([]);
  for (const file of [record, entryPoint]) expect(file?.text).toContain("FINISH: ");
  expect(list?.text.match(/\bremoveSomethingOperation\b/g)).toHaveLength(2);
  expect(record?.path).toBe(entryPoint?.path.replace("functions/", "shared/contract/"));
});

test("the plan of a new operation refuses to write over a file", () => {
  const existing = { ...readOptions(removal), name: "get-driver" };
  expect(() => planOperation(root, existing)).toThrow(/get-driver.ts exists already/);
});

test("CONTRIBUTING has the steps that the scaffold prints, in their order", () => {
  const recipe = readFileSync(join(root, ".github/CONTRIBUTING.md"), "utf8").replaceAll(/\s+/g, " ");
  const places = nextSteps.map((step, i) => recipe.indexOf(`${i + 1}. ${step}`));
  expect(places).not.toContain(-1);
  expect(places).toEqual(places.toSorted((a, b) => a - b));
});
