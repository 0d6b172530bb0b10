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
export type Node = { type?: string; span?: Span; [part: string]: unknown };

/** The parser counts bytes, from 1. */
export const parsed = ({ path, text }: TextFile): unknown =>
  parseSync(text, { syntax: "typescript", tsx: path.endsWith("x"), target: "es2024" });

const SHOWN = new Set(["StringLiteral", "TemplateElement", "JSXText"]);

function spansOf(node: unknown, types: ReadonlySet<string>, found: Span[] = []): Span[] {
  if (typeof node !== "object" || node === null) return found;
  const { type, span } = node as Node;
  if (type && span && types.has(type)) found.push({ start: span.start - 1, end: span.end - 1 });
  for (const child of Object.values(node)) spansOf(child, types, found);
  return found;
}

const blank = (text: string) => text.replaceAll(/[^\n]/g, " ");
/** Diagrams and samples between fences name queues and rooms as the code does. */
const FENCED = /^```.*?^```$/gms;
const withoutCode = (text: string) => text.replaceAll(FENCED, blank).replaceAll(/`[^`\n]*`/g, blank);
const COMMENT = /\/\*.*?\*\/|\/\/[^\n]*(?:\n[ \t]*\/\/[^\n]*)*/gs;
const MARGIN = /(?<=^[ \t]*)(?:\/\*\*?|\*\/|\*|\/\/)/gm;

/** A comment starts outside of every string, element and regular expression, so these are blanked first. */
function proseOfSource({ path, text }: TextFile): Prose[] {
  const bytes = Buffer.from(text);
  const tree = parsed({ path, text });
  const lineAt = (at: number) => bytes.subarray(0, at).toString().split("\n").length;
  const shown = spansOf(tree, SHOWN).map(({ start, end }) => ({
    line: lineAt(start),
    text: bytes.subarray(start, end).toString(),
  }));
  const bare = Buffer.from(bytes);
  for (const { start, end } of spansOf(tree, new Set([...SHOWN, "RegExpLiteral"])))
    bare.fill(" ", start, end);
  const comments = [...bare.toString("latin1").matchAll(COMMENT)].map(({ index, 0: { length } }) => ({
    line: lineAt(index),
    text: bytes
      .subarray(index, index + length)
      .toString()
      .replaceAll(MARGIN, blank),
  }));
  return [
    ...shown
      .filter((each) => /\s/.test(each.text.trim()))
      .map((each) => ({ ...each, path, kind: "shown" as const })),
    ...comments.map((each) => ({ ...each, path, kind: "comment" as const })),
  ];
}

/** Everything that people read, without the code that it quotes between backticks. */
export const prose: readonly Prose[] = textFiles
  .flatMap((file): Prose[] => (isSource(file) ? proseOfSource(file) : [{ ...file, line: 1, kind: "shown" }]))
  .map((each) => ({ ...each, text: withoutCode(each.text) }));
