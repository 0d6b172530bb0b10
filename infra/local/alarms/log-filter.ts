import { StartupFailure } from "../base/failure.ts";

type Line = Record<string, unknown>;
export type LogFilter = (line: Line) => boolean;

const TOKEN = /\s*(?:(&&|\|\||!=|>=|<=|[()=<>])|(\$\.[\w.]+)|"([^"]*)"|([\w.*-]+))/y;
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
 * A pattern for JSON lines: comparisons between `&&`, `||` and brackets. Undefined: another form. A line
 * without the field matches no comparison, not even `!=`: a filter that counts too little stays silent.
 */
export function logPatternOf(pattern: string): LogFilter | undefined {
  const inner = /^\s*\{(.*)\}\s*$/s.exec(pattern)?.[1];
  if (inner === undefined) return undefined;
  const tokens: string[] = [];
  TOKEN.lastIndex = 0;
  for (let match = TOKEN.exec(inner); match; match = TOKEN.exec(inner))
    tokens.push(match[1] ?? match[2] ?? match[3] ?? match[4] ?? "");
  try {
    const test = anyOf(tokens);
    return tokens.length === 0 ? test : undefined;
  } catch {
    return undefined;
  }
}

const anyOf = (tokens: string[]): LogFilter =>
  joined(tokens, "||", allOf, (tests, line) => tests.some((t) => t(line)));
const allOf = (tokens: string[]): LogFilter =>
  joined(tokens, "&&", termOf, (tests, line) => tests.every((t) => t(line)));

function joined(
  tokens: string[],
  operator: string,
  next: (tokens: string[]) => LogFilter,
  judge: (tests: LogFilter[], line: Line) => boolean,
): LogFilter {
  const tests = [next(tokens)];
  while (tokens[0] === operator) {
    tokens.shift();
    tests.push(next(tokens));
  }
  return (line) => judge(tests, line);
}

function termOf(tokens: string[]): LogFilter {
  const first = tokens.shift() ?? "";
  if (first === "(") {
    const test = anyOf(tokens);
    if (tokens.shift() !== ")") throw new SyntaxError("A bracket is open.");
    return test;
  }
  const [operator = "", wanted = ""] = tokens.splice(0, 2);
  if (!first.startsWith("$.") || !/^(!?=|[<>]=?)$/.test(operator)) throw new SyntaxError(first);
  const like = new RegExp(`^${wanted.split("*").map(escaped).join(".*")}$`);
  return (line) => {
    const value = first
      .slice(2)
      .split(".")
      .reduce<unknown>((of, name) => (of as Line | undefined)?.[name], line);
    if (value === undefined) return false;
    const compare = COMPARISONS[operator];
    return compare ? compare(Number(value), Number(wanted)) : like.test(String(value)) === (operator === "=");
  };
}

const escaped = (text: string) => text.replace(/[.+?^${}()|[\]\\]/g, "\\$&");
