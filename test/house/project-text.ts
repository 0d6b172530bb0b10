import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync } from "@swc/core";

export const root = join(import.meta.dirname, "..", "..");

export type TextFile = { path: string; text: string };

/** A comment, a string with a space in it, the text of an element, or a whole file other than source code. */
export type Prose = { path: string; line: number; text: string; kind: "comment" | "shown" };

/** Git cannot list the files: the tests also run on a machine without it. */
const ignored = readFileSync(join(root, ".gitignore"), "utf8")
  .split("\n")
  .map((name) => name.replace("/", ""));
const skipped = new Set([".git", "LICENSE", "package-lock.json", ...ignored]);
const hiddenFolders = new Set([".ci", ".githooks", ".github", ".vscode"]);

function pathsBelow(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true })
    .filter(({ name }) => !skipped.has(name) && !name.endsWith(".log"))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      if (!entry.isDirectory()) return [path];
      return entry.name.startsWith(".") && !hiddenFolders.has(entry.name) ? [] : pathsBelow(path);
    });
}

export const textFiles: readonly TextFile[] = pathsBelow(".")
  .map((path) => ({ path, text: readFileSync(join(root, path), "utf8") }))
  .filter(({ text }) => !text.includes("\0"));

export const isSource = ({ path }: { path: string }): boolean => /\.(?:tsx?|js)$/.test(path);

type Span = { start: number; end: number };
type Node = { type?: string; span?: Span; [part: string]: unknown };

/** What one parse of a file finds. The lines of a function are without those of its markup. */
type Source = {
  functions: { name: string; lines: number }[];
  tests: { line: number; lines: number; expects: number }[];
  names: Set<string>;
  shown: Span[];
  patterns: Span[];
};

const SHOWN = new Set(["StringLiteral", "TemplateElement", "JSXText"]);
const FUNCTIONS = new Set([
  "FunctionDeclaration",
  "FunctionExpression",
  "ArrowFunctionExpression",
  "MethodProperty",
  "ClassMethod",
  "PrivateMethod",
  "Constructor",
]);
const MARKUP = new Set(["JSXElement", "JSXFragment"]);

const PARTS = ["object", "callee", "expression", "consequent"];
/** `describe(...)`, `describe.each(...)(...)` and `(condition ? describe : describe.skip)(...)`. */
const isOf = (name: string, callee: Node | undefined): boolean =>
  callee !== undefined && (callee.value === name || PARTS.some((part) => isOf(name, callee[part] as Node)));

function parsed({ path, text }: TextFile, lineAt: (byte: number) => number): Source {
  const source: Source = { functions: [], tests: [], names: new Set(), shown: [], patterns: [] };
  let expects = 0;
  /** Returns the lines of the markup below a node. */
  const visit = (node: unknown, name: string): number => {
    if (typeof node !== "object" || node === null) return 0;
    const { type = "", span, value, id, identifier, key } = node as Node & Record<string, Node | undefined>;
    if ((type === "Identifier" || type === "PrivateName") && typeof value === "string")
      source.names.add(value);
    if (type === "VariableDeclarator" && id?.type === "Identifier") source.names.add(`const ${id.value}`);
    // `{ ...{ a, b } }` is `{ a, b }`.
    const spread = type === "SpreadElement" && ((node as Node).arguments as Node | undefined)?.type;
    if (spread === "ObjectExpression") source.names.add("...{}");
    // The parser counts bytes, from 1.
    const place = span && { start: span.start - 1, end: span.end - 1 };
    if (place && SHOWN.has(type)) source.shown.push(place);
    if (place && type === "RegExpLiteral") source.patterns.push(place);
    const named = [identifier, key, id].map((part) => part?.value).find((part) => typeof part === "string");
    // A group of tests is a section and no function.
    const callee = type === "CallExpression" ? ((node as Node).callee as Node) : undefined;
    const isGroup = isOf("describe", callee);
    if (callee?.value === "expect") expects++;
    const before = expects;
    const inner = isGroup ? "describe" : typeof named === "string" ? named : name;
    let below = 0;
    for (const [part, child] of Object.entries(node)) if (part !== "span") below += visit(child, inner);
    const lines = place ? lineAt(place.end) - lineAt(place.start) + 1 : 0;
    // The table of `test.each` belongs to its test.
    const act = isOf("test", callee) ? ((node as Node).arguments as Node[]).at(-1)?.expression : {};
    const { type: kind = "", span: body } = (act ?? {}) as Node;
    if (place && body && FUNCTIONS.has(kind)) {
      const line = lineAt(place.start);
      source.tests.push({ line, lines: lineAt(body.end - 1) - line + 1, expects: expects - before });
    }
    if (MARKUP.has(type)) return lines;
    if (FUNCTIONS.has(type) && inner !== "describe")
      source.functions.push({ name: inner, lines: lines - below });
    return below;
  };
  visit(parseSync(text, { syntax: "typescript", tsx: path.endsWith("x"), target: "es2024" }), "");
  return source;
}

const blank = (text: string) => text.replaceAll(/[^\n]/g, " ");
/** Diagrams and samples between fences name queues and rooms as the code does. */
const FENCED = /^```.*?^```$/gms;
const withoutCode = (text: string) => text.replaceAll(FENCED, blank).replaceAll(/`[^`\n]*`/g, blank);
const COMMENT = /\/\*.*?\*\/|\/\/[^\n]*(?:\n[ \t]*\/\/[^\n]*)*/gs;
const MARGIN = /(?<=^[ \t]*)(?:\/\*\*?|\*\/|\*|\/\/)/gm;

/** The number of the line, from 1, in which a byte of the file is. */
function linesOf(bytes: Buffer): (byte: number) => number {
  const lines = new Uint32Array(bytes.length + 1);
  for (let at = 0, line = 1; at <= bytes.length; at++) {
    lines[at] = line;
    if (bytes[at] === 0x0a) line++;
  }
  return (byte) => lines[byte] ?? 0;
}

/** A comment starts outside of every string, element and regular expression, so these are blanked first. */
function readSource({ path, text }: TextFile) {
  const bytes = Buffer.from(text);
  const lineAt = linesOf(bytes);
  const { functions, tests, names, shown, patterns } = parsed({ path, text }, lineAt);
  const bare = Buffer.from(bytes);
  for (const { start, end } of [...shown, ...patterns]) bare.fill(" ", start, end);
  const comments = [...bare.toString("latin1").matchAll(COMMENT)].map(({ index, 0: { length } }) => ({
    path,
    line: lineAt(index),
    kind: "comment" as const,
    text: bytes
      .subarray(index, index + length)
      .toString()
      .replaceAll(MARGIN, blank),
  }));
  const strings = shown.map(({ start, end }) => ({
    path,
    line: lineAt(start),
    kind: "shown" as const,
    text: bytes.subarray(start, end).toString(),
  }));
  const prose: Prose[] = [...strings.filter((each) => /\s/.test(each.text.trim())), ...comments];
  return { path, functions, tests, names, prose };
}

type Project = { sources: readonly ReturnType<typeof readSource>[]; prose: readonly Prose[] };

/**
 * Parses the whole project. `prose`: everything that people read, without the code that it quotes between
 * backticks.
 */
export function readProject(): Project {
  const sources = textFiles.filter(isSource).map(readSource);
  const documents = textFiles
    .filter((file) => !isSource(file))
    .map((file): Prose => ({ ...file, line: 1, kind: "shown" }));
  const prose = [...sources.flatMap((source) => source.prose), ...documents];
  return { sources, prose: prose.map((each) => ({ ...each, text: withoutCode(each.text) })) };
}
