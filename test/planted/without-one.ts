import { appendFileSync, readFileSync } from "node:fs";
import { registerHooks } from "node:module";
import { relative } from "node:path";

/**
 * Loaded before a worker of the test runner. `MET`: a file to which it writes which parts of conditions each
 * suite meets. `REMOVED`: the part that is missing.
 */
type Fields = Readonly<Record<string, unknown>>;
type Say = { name: (path: string) => string; value: (value: unknown) => string };
type Either = ((say: Say) => string) & { conditions?: Condition[] };
type Condition = Fields | Either | readonly Condition[];

const root = `${new URL("../../", import.meta.url).href}`;
const { MET = "", REMOVED = "" } = process.env;

/** The running suite, such as `test/store/funds.test.ts`. */
function currentSuite(): string {
  const { state } = (globalThis as never)[Symbol.for("$$jest-matchers-object")] ?? { state: {} };
  const { testPath = "" } = state as Record<string, string>;
  return relative(new URL(root).pathname, testPath);
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
function note(site: string, condition: Condition): void {
  for (const [part] of withoutEach(condition)) {
    const line = `${site}: ${part}\t${currentSuite()}\n`;
    if (!known.has(line)) appendFileSync(MET, line);
    known.add(line);
  }
}

/** What the store's language calls instead, by the edits below. */
const planted = {
  either(made: Either, conditions: Condition[], either: (...of: Condition[]) => Condition): Either {
    eitherOf = (of) => either(...of);
    return Object.assign(made, { conditions });
  },
  when(when: Condition): Condition {
    const site = countOf(when) === 0 ? undefined : siteOf();
    if (site === undefined) return when;
    if (MET) note(site, when);
    if (!REMOVED.startsWith(`${site}: `)) return when;
    const [, part] = REMOVED.split(": ");
    let left = when;
    for (;;) {
      const [, rest] = withoutEach(left).find(([each]) => each === part) ?? [];
      if (!rest) return left;
      left = rest;
    }
  },
};
Object.assign(globalThis, { planted });

const edits: [from: string, to: string][] = [
  ["ConditionExpression: said(when, say)", "ConditionExpression: said(globalThis.planted.when(when), say)"],
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
