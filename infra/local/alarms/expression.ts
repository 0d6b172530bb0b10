import { StartupFailure } from "../base/failure.ts";

type Value = number | undefined;
type Values = (id: string) => Value;

export type Expression = { ids: readonly string[]; valueOf: (values: Values) => Value };

/** A name, a number or a sign. A list is in square brackets, and only a function takes one. */
const TOKEN = /[A-Za-z_]\w*|\d+(?:\.\d+)?|>=|[()[\],+\-*/<>]/g;

/** JavaScript counts `null` as 0 in arithmetic, and so a missing value counts on CloudWatch. */
type Given = number | null;
const known = (values: Given[]) => values.filter((value) => value !== null);
const FUNCTIONS = {
  SUM: (values: Given[]) => (known(values).length > 0 ? known(values).reduce((a, b) => a + b, 0) : null),
  MAX: (values: Given[]) => (known(values).length > 0 ? Math.max(...known(values)) : null),
  FILL: (value: Given, filler: number) => value ?? filler,
  IF: (condition: unknown, yes: Given, no: Given) => (condition ? yes : no) ?? 0,
};
const NAMES = Object.keys(FUNCTIONS);

/**
 * `SUM([..])`, `MAX([..])`, `FILL(metric, number)`, `IF(condition, a, b)`, + - * / and < > >=; any other form
 * fails the start. In arithmetic a missing value is 0, in lists it is left out. A period without any value
 * has no result, and neither has a division by zero: CloudWatch drops the point.
 */
export function expressionOf(text: string, alarm: string): Expression {
  const refuse = (what: string): never => {
    throw new StartupFailure(
      `The local cloud cannot evaluate the alarm ${alarm}: in ${text} it does not know ${what}.`,
    );
  };
  const tokens = text.match(TOKEN) ?? [];
  if (tokens.join("") !== text.replaceAll(/\s/g, "")) refuse("a sign");
  const isName = (token: string) => /^[A-Za-z_]/.test(token);
  const called = tokens.filter((token, i) => isName(token) && tokens[i + 1] === "(");
  const unknown = called.find((name) => !NAMES.includes(name));
  if (unknown !== undefined) refuse(unknown);
  const ids = tokens.filter((token, i) => isName(token) && tokens[i + 1] !== "(");
  const program = tokens.map((token, i) => (isName(token) && tokens[i + 1] !== "(" ? `$.${token}` : token));
  const evaluate = compiled(program, ids);
  if (!evaluate) return refuse("its form");
  const evaluated = (values: Values) => {
    if (!called.includes("FILL") && ids.every((id) => values(id) === undefined)) return undefined;
    const known = Object.fromEntries(ids.map((id) => [id, values(id) ?? null]));
    const result = evaluate(known);
    return result !== null && Number.isFinite(Number(result)) ? Number(result) : undefined;
  };
  return { ids, valueOf: evaluated };
}

/** The grammar and the precedence are JavaScript's, and no other token than those above gets here. */
function compiled(tokens: string[], ids: string[]): ((values: Record<string, Given>) => unknown) | undefined {
  try {
    const program = new Function(...NAMES, "$", `"use strict"; return (${tokens.join(" ")});`);
    const evaluate = (values: Record<string, Given>) => program(...Object.values(FUNCTIONS), values);
    // A list outside of a function, or none inside, is found by a trial.
    return typeof evaluate(Object.fromEntries(ids.map((id) => [id, 1]))) === "object" ? undefined : evaluate;
  } catch {
    return undefined;
  }
}
