import { appendFileSync, readFileSync } from "node:fs";
import { registerHooks } from "node:module";
import { relative } from "node:path";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, TransactWriteCommand } from "@aws-sdk/lib-dynamodb";
import { unmarshall } from "@aws-sdk/util-dynamodb";

/**
 * Loaded before a worker of the test runner. `MET`: a file to which it writes which parts of conditions a
 * test met, and which alone stopped a write there (`alone`). `REMOVED`: a file with the part that each test
 * misses.
 */
type Fields = Readonly<Record<string, unknown>>;
type Say = { name: (path: string) => string; value: (value: unknown) => string };
type Either = ((say: Say) => string) & { conditions?: Condition[] };
type Condition = Fields | Either | readonly Condition[];
type Spoken = { when: Condition; speak: (spoken: { when: Condition }) => Fields; site: string };
type Input = Fields & { [SPOKEN]?: Spoken; Key?: Fields; Item?: Fields; TableName?: string };

const SPOKEN = Symbol("spoken");
const root = `${new URL("../../", import.meta.url).href}`;
const { MET = "", REMOVED = "" } = process.env;
const removed: Record<string, string> = REMOVED ? JSON.parse(readFileSync(REMOVED, "utf8")) : {};

/** The running test: `test/store/funds.test.ts<tab>its name`. */
function currentTest(): string {
  const { state } = (globalThis as never)[Symbol.for("$$jest-matchers-object")] ?? { state: {} };
  const { testPath = "", currentTestName = "" } = state as Record<string, string>;
  return `${relative(new URL(root).pathname, testPath)}\t${currentTestName}`;
}

const LANGUAGE = /table\/(?:expressions|writes)\.ts$/;

const DECLARED = /^(?:export )?(?:async )?(?:function\*? |const )(\w+)/;
const linesOf = new Map<string, string[]>();

/** What makes the write: `shared/store/payout/payouts.ts movePayout`. Undefined: a test itself. */
function siteOf(): string | undefined {
  const { prepareStackTrace, stackTraceLimit } = Error;
  Error.stackTraceLimit = 30;
  Error.prepareStackTrace = (_, sites) => sites;
  const sites = new Error().stack as unknown as NodeJS.CallSite[];
  Object.assign(Error, { prepareStackTrace, stackTraceLimit });
  for (const site of sites) {
    const [file = ""] = (site.getFileName() ?? "").replace(root, "").split("?");
    if (!/^(?:shared|functions)\//.test(file) || LANGUAGE.test(file)) continue;
    const lines = linesOf.get(file) ?? readFileSync(new URL(file, root), "utf8").split("\n");
    linesOf.set(file, lines);
    const declared = lines.slice(0, site.getLineNumber() ?? 0).findLast((line) => DECLARED.test(line));
    return `${file} ${DECLARED.exec(declared ?? "")?.[1]}`;
  }
  return undefined;
}

const say: Say = { name: (path) => path, value: () => "?" };
/** A time, a day or an id in a field's name is any. A value as read is so whether or not there is one. */
const named = (words: string): string => words.replaceAll(/\d[\w-]*/g, "N").replaceAll(/\?(?:, \?)+/g, "?");
const wordsOf = (field: string, operand: unknown): string =>
  named(typeof operand === "function" ? operand(field, say) : `${field} is ?`);

/** Whether an item that is absent has it false too, so that no state has only `exists` false. */
const needsItem = ([field, operand]: [string, unknown]): boolean =>
  field !== "pk" &&
  (typeof operand === "function"
    ? !/^(?:NOT |\(?attribute_not_exists)| <> /.test(operand(field, say))
    : operand !== undefined);

const countOf = (condition: Condition): number => {
  if (Array.isArray(condition)) return condition.reduce((sum, each) => sum + countOf(each), 0);
  return typeof condition === "function" ? 1 : Object.keys(condition).length;
};

/** Each part of the condition, with what is left without it. Of an alternative with one part, nothing is. */
function withoutEach(condition: Condition): [part: string, rest: Condition][] {
  if (Array.isArray(condition))
    return condition.flatMap((each: Condition, i) =>
      withoutEach(each).map(([part, rest]): [string, Condition] => [part, condition.with(i, rest)]),
    );
  if (typeof condition !== "function")
    return Object.entries(condition).flatMap(([field, operand]): [string, Condition][] => {
      const { [field]: _, ...rest } = condition as Fields;
      const isImplied = field === "pk" && operand !== undefined && Object.entries(rest).some(needsItem);
      return isImplied ? [] : [[wordsOf(field, operand), rest]];
    });
  const { conditions = [] } = condition as Either;
  const inner = conditions.flatMap((each, i) =>
    countOf(each) < 2
      ? []
      : withoutEach(each).map(([part, rest]): [string, Condition] => [
          `in an alternative, ${part}`,
          eitherOf(conditions.with(i, rest)),
        ]),
  );
  return inner.length > 0 ? inner : [[named((condition as Either)(say)), {}]];
}
let eitherOf: (conditions: Condition[]) => Condition;

const known = new Set<string>();
function note(kind: "met" | "alone", site: string, part: string): void {
  const line = `${kind}\t${site}: ${part}\t${currentTest()}\n`;
  if (MET && !known.has(line)) appendFileSync(MET, line);
  known.add(line);
}

/** What the store's language calls instead, by the edits below. */
const planted = {
  either(made: Either, conditions: Condition[], either: (...of: Condition[]) => Condition): Either {
    eitherOf = (of) => either(...of);
    return Object.assign(made, { conditions });
  },
  when(when: Condition): Condition {
    const id = removed[currentTest()];
    if (!id || countOf(when) === 0 || !id.startsWith(`${siteOf()}: `)) return when;
    const [, part] = id.split(": ");
    let left = when;
    for (;;) {
      const [, rest] = withoutEach(left).find(([each]) => each === part) ?? [];
      if (!rest) return left;
      left = rest;
    }
  },
  spoken(expressions: Fields, when: Condition, speak: Spoken["speak"]): Fields {
    if (!MET || isAsking || countOf(when) === 0) return expressions;
    const site = siteOf();
    if (site === undefined) return expressions;
    for (const [part] of withoutEach(when)) note("met", site, part);
    return { ...expressions, [SPOKEN]: { when, speak, site } };
  },
};
Object.assign(globalThis, { planted });

const edits: [from: string, to: string][] = [
  ["ConditionExpression: said(when, say)", "ConditionExpression: said(globalThis.planted.when(when), say)"],
  [
    "return Object.fromEntries(parts) as",
    "return globalThis.planted.spoken(Object.fromEntries(parts), when, expressionsOf) as",
  ],
  [
    "export const either =",
    "export const either = (...of) => globalThis.planted.either(eitherOf(...of), of, either);\nconst eitherOf =",
  ],
];
registerHooks({
  load(url, context, next) {
    const loaded = next(url, context);
    if (!/\/shared\/store\/table\/expressions\.ts(?:\?|$)/.test(url)) return loaded;
    let source = String(loaded.source);
    for (const [from, to] of edits) {
      if (source.split(from).length !== 2) throw new Error(`expressions.ts must have this once: ${from}`);
      source = source.replace(from, () => to);
    }
    return { ...loaded, source };
  },
});

/** While this file makes an expression of its own. */
let isAsking = false;

/** After a condition stopped a write: which of its parts, left out, would have let the whole pass. */
async function noteAlone(inputs: Input[]): Promise<void> {
  const [input, ...others] = inputs;
  const { [SPOKEN]: spoken, TableName, Item } = input ?? {};
  if (!spoken || !input || others.length > 0) return;
  const { pk, sk } = input.Key ?? Item ?? {};
  const Key = typeof pk === "string" ? { pk, sk } : unmarshall({ pk, sk } as never);
  const table = DynamoDBDocumentClient.from(new DynamoDBClient({}), {
    marshallOptions: { removeUndefinedValues: true },
  });
  for (const [part, rest] of withoutEach(spoken.when)) {
    isAsking = true;
    const expressions = spoken.speak({ when: rest });
    isAsking = false;
    const ConditionCheck = { TableName, Key, ...expressions } as never;
    const holds =
      countOf(rest) === 0 ||
      (await send.call(table, new TransactWriteCommand({ TransactItems: [{ ConditionCheck }] })).then(
        () => true,
        () => false,
      ));
    if (holds) note("alone", spoken.site, part);
  }
  table.destroy();
}

type Sends = { send: (this: unknown, command: object, ...more: unknown[]) => Promise<unknown> };
let base = DynamoDBClient.prototype as unknown as Sends;
while (!Object.hasOwn(base, "send")) base = Object.getPrototypeOf(base);
const { send } = base;
type Failure = { name?: string; CancellationReasons?: { Code?: string }[] };
base.send = async function (this: unknown, command, ...more) {
  try {
    return await send.call(this, command, ...more);
  } catch (error) {
    const { input } = command as { input: Input & { TransactItems?: Record<string, Input>[] } };
    const { name, CancellationReasons: reasons = [] } = error as Failure;
    const failing = (input.TransactItems ?? [])
      .filter((_, i) => ![undefined, "None"].includes(reasons[i]?.Code))
      .flatMap((write) => Object.values(write));
    if (MET && name === "TransactionCanceledException") await noteAlone(failing);
    if (MET && name === "ConditionalCheckFailedException") await noteAlone([input]);
    throw error;
  }
};
