import { StartupFailure } from "../base/failure.ts";

type Value = number | undefined;
type Values = (id: string) => Value;

export type Expression = { ids: readonly string[]; valueOf: (values: Values) => Value };

type Node = (values: Values) => Value;

const TOKEN = /\s*([A-Za-z_]\w*|\d+(?:\.\d+)?|>=|[()[\],+\-*/<>])/y;
const OPERATORS: readonly (readonly string[])[] = [
  ["<", ">", ">="],
  ["+", "-"],
  ["*", "/"],
];

const APPLY: Record<string, (a: number, b: number) => Value> = {
  "<": (a, b) => Number(a < b),
  ">": (a, b) => Number(a > b),
  ">=": (a, b) => Number(a >= b),
  "+": (a, b) => a + b,
  "-": (a, b) => a - b,
  "*": (a, b) => a * b,
  // CloudWatch drops the point.
  "/": (a, b) => (b === 0 ? undefined : a / b),
};

const ALL: Record<string, (values: number[]) => number> = {
  SUM: (values) => values.reduce((sum, value) => sum + value, 0),
  MAX: (values) => Math.max(...values),
};

/**
 * `SUM([..])`, `MAX([..])`, `FILL(metric, number)`, `IF(condition, a, b)`, + - * / and < > >=; any other form
 * fails the start. In arithmetic a missing value is 0, in lists it is left out. A period without any value
 * has no result.
 */
export function expressionOf(text: string, alarm: string): Expression {
  const reader = new Reader(text, alarm);
  const node = reader.all();
  const { ids, fills } = reader;
  const all: Node = (values) =>
    fills || ids.some((id) => values(id) !== undefined) ? node(values) : undefined;
  return { ids, valueOf: all };
}

class Reader {
  readonly ids: string[] = [];
  fills = false;
  readonly #tokens: string[] = [];
  readonly #text: string;
  readonly #alarm: string;

  constructor(text: string, alarm: string) {
    this.#text = text;
    this.#alarm = alarm;
    TOKEN.lastIndex = 0;
    let end = 0;
    for (let match = TOKEN.exec(text); match; match = TOKEN.exec(text)) {
      this.#tokens.push(match[1] as string);
      end = TOKEN.lastIndex;
    }
    if (text.slice(end).trim() !== "") this.#refuse(text.slice(end).trim());
  }

  all(): Node {
    const node = this.#level(0);
    if (this.#tokens.length > 0) this.#refuse(String(this.#tokens[0]));
    return node;
  }

  #level(level: number): Node {
    const operators = OPERATORS[level];
    if (!operators) return this.#single();
    let node = this.#level(level + 1);
    while (operators.includes(this.#tokens[0] ?? "")) {
      const [apply, left] = [APPLY[this.#tokens.shift() as string], node];
      const right = this.#level(level + 1);
      node = (values) => apply?.(left(values) ?? 0, right(values) ?? 0);
    }
    return node;
  }

  #single(): Node {
    const token = this.#tokens.shift() ?? this.#refuse("its end");
    if (/^\d/.test(token)) return () => Number(token);
    if (token === "(") return this.#closed(this.#level(0));
    if (!/^\w/.test(token)) return this.#refuse(token);
    if (this.#tokens[0] !== "(") return this.#metric(token);
    this.#tokens.shift();
    if (ALL[token]) return this.#list(ALL[token]);
    if (token === "FILL") return this.#fill();
    if (token === "IF") return this.#choice();
    return this.#refuse(token);
  }

  #metric(id: string): Node {
    this.ids.push(id);
    return (values) => values(id);
  }

  #list(combine: (values: number[]) => number): Node {
    this.#take("[");
    const parts: Node[] = [];
    do parts.push(this.#level(0));
    while (this.#tokens[0] === "," && this.#tokens.shift());
    this.#take("]");
    return this.#closed((values) => {
      const known = parts.map((part) => part(values)).filter((value) => value !== undefined);
      return known.length === 0 ? undefined : combine(known);
    });
  }

  #fill(): Node {
    this.fills = true;
    const metric = this.#level(0);
    this.#take(",");
    const filler = Number(this.#tokens.shift());
    if (Number.isNaN(filler)) this.#refuse("a FILL without a number");
    return this.#closed((values) => metric(values) ?? filler);
  }

  #choice(): Node {
    const condition = this.#level(0);
    this.#take(",");
    const yes = this.#level(0);
    this.#take(",");
    const no = this.#level(0);
    return this.#closed((values) => (condition(values) ? yes(values) : no(values)) ?? 0);
  }

  #closed(node: Node): Node {
    this.#take(")");
    return node;
  }

  #take(wanted: string): void {
    const token = this.#tokens.shift();
    if (token !== wanted) this.#refuse(token ?? "its end");
  }

  #refuse(what: string): never {
    throw new StartupFailure(
      `The local cloud cannot evaluate the alarm ${this.#alarm}: in ${this.#text} it does not know ${what}.`,
    );
  }
}
