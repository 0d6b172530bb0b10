type Line = Record<string, unknown>;
type Test = (line: Line) => boolean;

const TOKEN = /\s*(?:(&&|\|\||!=|>=|<=|[()=<>])|(\$\.[\w.]+)|"([^"]*)"|([\w.*-]+))/y;
const COMPARISONS: Record<string, (a: number, b: number) => boolean> = {
  ">": (a, b) => a > b,
  ">=": (a, b) => a >= b,
  "<": (a, b) => a < b,
  "<=": (a, b) => a <= b,
};

/** As operators type it: comparisons between `&&`, `||` and brackets. Undefined: another form. */
export function logPatternOf(pattern: string): Test | undefined {
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

const anyOf = (tokens: string[]): Test =>
  joined(tokens, "||", allOf, (tests, line) => tests.some((t) => t(line)));
const allOf = (tokens: string[]): Test =>
  joined(tokens, "&&", termOf, (tests, line) => tests.every((t) => t(line)));

function joined(
  tokens: string[],
  operator: string,
  next: (tokens: string[]) => Test,
  judge: (tests: Test[], line: Line) => boolean,
): Test {
  const tests = [next(tokens)];
  while (tokens[0] === operator) {
    tokens.shift();
    tests.push(next(tokens));
  }
  return (line) => judge(tests, line);
}

function termOf(tokens: string[]): Test {
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
