import { expect, test } from "@jest/globals";
import { avoidedNames } from "./avoided-names.ts";
import { isSource, type Node, parsed, type TextFile, textFiles } from "./project-text.ts";

const LINES = 70;

/** Functions over the limit. Only take entries away. */
const STILL_LONG = ["infra/local/sources/edits.ts: followEdits"];

const FUNCTIONS = new Set([
  ...["FunctionDeclaration", "FunctionExpression", "ArrowFunctionExpression", "MethodProperty"],
  ...["ClassMethod", "PrivateMethod", "Constructor"],
]);
const MARKUP = new Set(["JSXElement", "JSXFragment"]);

type Found = { functions: { name: string; lines: number }[]; names: Set<string> };

/** Reads a file once: its functions with their lines, without those of their markup, and all names. */
function read(file: TextFile): Found {
  const bytes = Buffer.from(file.text);
  const found: Found = { functions: [], names: new Set() };
  const linesOf = ({ span }: Node) =>
    span
      ? bytes
          .subarray(span.start - 1, span.end - 1)
          .toString()
          .split("\n").length
      : 0;
  /** Returns the lines of the markup below a node. */
  const visit = (node: unknown, name: string): number => {
    if (typeof node !== "object" || node === null) return 0;
    const { type = "", value, id, identifier, key } = node as Node & Record<string, Node | undefined>;
    if ((type === "Identifier" || type === "PrivateName") && typeof value === "string")
      found.names.add(value);
    const own = [identifier, key, id].map((one) => one?.value).find((one) => typeof one === "string");
    // A group of tests is a section and no function.
    const isGroup = type === "CallExpression" && isDescribe((node as Node).callee as Node);
    const inner = isGroup ? "describe" : typeof own === "string" ? own : name;
    const below = Object.entries(node).reduce(
      (sum, [part, child]) => sum + (part === "span" ? 0 : visit(child, inner)),
      0,
    );
    if (MARKUP.has(type)) return linesOf(node as Node);
    if (FUNCTIONS.has(type) && inner !== "describe")
      found.functions.push({ name: inner, lines: linesOf(node as Node) - below });
    return below;
  };
  visit(parsed(file), "");
  return found;
}

const PARTS = ["object", "callee", "expression", "consequent"];
/** `describe(...)`, `describe.each(...)(...)` and `(condition ? describe : describe.skip)(...)`. */
const isDescribe = (callee: Node | undefined): boolean =>
  callee !== undefined &&
  (callee.value === "describe" || PARTS.some((part) => isDescribe(callee[part] as Node)));

const sources = textFiles.filter(isSource).map((file) => ({ path: file.path, ...read(file) }));

test(`a function has at most ${LINES} lines besides its markup`, () => {
  const long = sources.flatMap(({ path, functions }) =>
    functions.filter(({ lines }) => lines > LINES).map(({ name }) => `${path}: ${name}`),
  );
  expect(long.sort()).toEqual(STILL_LONG);
});

test("no name in the code has a word that the glossary avoids", () => {
  const found = sources.flatMap(({ path, names }) =>
    avoidedNames.flatMap(({ word, write, except }) =>
      [...names]
        .filter((name) => word.test(name) && !except?.includes(name))
        .map((name) => `${path}: ${name} -> ${write}`),
    ),
  );
  expect(found.sort()).toEqual([]);
});
