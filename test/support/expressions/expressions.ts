import { parseSync } from "@swc/core";
import * as z from "zod/mini";
import type { TextFile } from "../../house/project-text.ts";

export type Expression = { path: string; source: string; flags: string };

type Node = { type?: string; [part: string]: unknown };
type Constants = Map<string, Node>;

/**
 * All regular expressions of the files: literals, those that are made of text, and zod's own that a schema
 * names. A part that is known only when the program runs is a `9`, which is a letter and a count.
 */
export function expressionsIn(files: readonly TextFile[]): Expression[] {
  const trees = files.map(({ path, text }) => ({ path, text, tree: treeOf(path, text) }));
  const constants: Constants = new Map();
  for (const { tree } of trees)
    visit(tree, (node) => {
      const { type, id, init } = node as { type?: string; id?: Node; init?: Node };
      if (type === "VariableDeclarator" && typeof id?.value === "string" && init)
        constants.set(id.value, init);
    });
  return trees.flatMap(({ path, text, tree }) => {
    const expressions: Expression[] = zodsIn(text).map((source) => ({ path, source, flags: "" }));
    visit(tree, (node) => {
      const { type, pattern, flags, callee, arguments: args } = node as Node & { callee?: Node };
      if (type === "RegExpLiteral") expressions.push({ path, source: `${pattern}`, flags: `${flags}` });
      if (callee?.value !== "RegExp") return;
      const [source, options] = (args as { expression: Node }[]).map(({ expression }) => expression);
      expressions.push({
        path,
        source: textOf(source, constants),
        flags: options ? textOf(options, constants) : "",
      });
    });
    return expressions;
  });
}

const treeOf = (path: string, text: string): unknown =>
  parseSync(text, { syntax: "typescript", tsx: path.endsWith("x"), target: "es2024" });

function visit(node: unknown, act: (node: Node) => void): void {
  if (typeof node !== "object" || node === null) return;
  act(node as Node);
  for (const part of Object.values(node)) visit(part, act);
}

const UNKNOWN = "9";

function textOf(node: Node | undefined, constants: Constants): string {
  const { type, value, quasis, expressions } = node ?? {};
  if (type === "StringLiteral") return `${value}`;
  if (type === "Identifier") {
    const init = constants.get(`${value}`);
    return init && init !== node ? textOf(init, constants) : UNKNOWN;
  }
  if (type !== "TemplateLiteral") return UNKNOWN;
  const parts = expressions as Node[];
  const texts = quasis as { cooked: string }[];
  return texts.map(({ cooked }, i) => cooked + (parts[i] ? textOf(parts[i], constants) : "")).join("");
}

/** The files of zod are not walked. */
function zodsIn(text: string): string[] {
  const names = [...text.matchAll(/\bz\.(?:iso\.|regexes\.)?(\w+)\(/g)].map(([, name = ""]) => name);
  const regexes: Record<string, unknown> = z.regexes;
  return [...new Set(names)].flatMap((name) => {
    const regex = regexes[name];
    if (regex instanceof RegExp) return [regex.source];
    return name === "datetime" ? [z.regexes.datetime({ offset: true, local: true }).source] : [];
  });
}
