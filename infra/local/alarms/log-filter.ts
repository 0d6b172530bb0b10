import { StartupFailure } from "../base/failure.ts";
import { wildcard } from "../base/wildcard.ts";

type Line = Record<string, unknown>;
export type LogFilter = (line: Line) => boolean;

const TERM = /\$\.([\w.]+)\s*(!?=|[<>]=?)\s*(?:"([^"]*)"|([\w.*-]+))/g;
const COMPARISONS: Record<string, (a: number, b: number) => boolean> = {
  ">": (a, b) => a > b,
  ">=": (a, b) => a >= b,
  "<": (a, b) => a < b,
  "<=": (a, b) => a <= b,
};

/** A metric filter's pattern. One of another form fails the start. */
export function logFilterOf(pattern: string, id: string): LogFilter {
  const filter = logPatternOf(pattern);
  if (filter) return filter;
  throw new StartupFailure(
    `The local cloud cannot run the metric filter ${id}: it does not know the pattern ${pattern}.`,
  );
}

/**
 * A pattern for JSON lines: comparisons between `&&`, `||` and brackets, which mean what they mean in
 * JavaScript. Undefined: another form.
 */
function logPatternOf(pattern: string): LogFilter | undefined {
  const inner = /^\s*\{(.*)\}\s*$/s.exec(pattern)?.[1];
  const terms: LogFilter[] = [];
  const program = inner?.replaceAll(TERM, (_, path: string, operator: string, quoted?: string, bare = "") => {
    terms.push(termOf(path, operator, quoted ?? bare));
    return `terms[${terms.length - 1}](line)`;
  });
  // Nothing else of the pattern gets into the program.
  if (!program || terms.length === 0 || !/^(?:\s|[()]|&&|\|\||terms\[\d+\]\(line\))+$/.test(program))
    return undefined;
  try {
    const test = new Function("terms", "line", `"use strict"; return ${program};`);
    // Two terms without an operator between them are found by a trial: a boolean is no function.
    const trial = (result: boolean) =>
      test(
        Array(terms.length).fill(() => result),
        {},
      );
    for (const result of [true, false]) trial(result);
    return (line) => test(terms, line);
  } catch {
    return undefined;
  }
}

/** A line without the field matches no comparison, not even `!=`: rather too little than too much. */
function termOf(path: string, operator: string, operand: string): LogFilter {
  const like = wildcard(operand);
  const compare = COMPARISONS[operator];
  return (line) => {
    const value = path.split(".").reduce<unknown>((of, name) => (of as Line | undefined)?.[name], line);
    if (value === undefined) return false;
    return compare
      ? compare(Number(value), Number(operand))
      : like.test(String(value)) === (operator === "=");
  };
}
