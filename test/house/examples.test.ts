import { dirname, join } from "node:path";
import { expect, test } from "@jest/globals";
import { gatewayEvent } from "../support/cloud/gateway-event.ts";
import { root, textFiles } from "./project-text.ts";

/**
 * Runs the `@example` of each doc comment. It imports as its file does, whose exports are in scope, with `z`
 * and `gatewayEvent`. A line that ends with `// => value` states what it returns.
 */
const EXAMPLE = /^ \* @example\n((?: \*.*\n)+?) \*\/\nexport (?:async )?(?:const|function|class) (\w+)/gm;

const examples = textFiles
  .filter(({ path }) => /^(?:shared|infra)\/.*\.tsx?$/.test(path))
  .flatMap(({ path, text }) =>
    [...text.matchAll(EXAMPLE)].map(([, code = "", name = ""]) => ({ name, path, code })),
  );

function runnable(code: string, folder: string): string {
  const lines = code
    .replaceAll(/^ \* ?/gm, "")
    .replaceAll(/^import (\{.*\}) from "(.*)";$/gm, (_, names: string, from: string) => {
      return `const ${names} = await load(${JSON.stringify(join(root, folder, from))});`;
    })
    .replaceAll(/^(.*?);? \/\/ => (.*)$/gm, "expect(await ($1)).toEqual($2);");
  return `return (async () => {\n${lines}\n})();`;
}

test.each(examples.map((example) => [`${example.name} in ${example.path}`, example] as const))(
  "the example of %s holds",
  async (_, { path, code }) => {
    const load = (file: string) => import(file);
    const exports = await load(join(root, path));
    const scope = { ...exports, load, expect, gatewayEvent, z: await import("zod/mini") };
    expect.hasAssertions();
    await new Function(...Object.keys(scope), runnable(code, dirname(path)))(...Object.values(scope));
  },
);

test("the functions that most files import have an example", () => {
  const names = examples.map(({ name }) => name);
  expect(names.length).toBeGreaterThanOrEqual(10);
  expect(names).toEqual(expect.arrayContaining(["Problem", "note", "operation", "servePlatform", "text"]));
});
