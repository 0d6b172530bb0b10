import { isDeepStrictEqual } from "node:util";

/** In place of `shared/store/table/expressions.ts`: conditions are data, so each word is a function. */
export type StoredItem = Record<string, unknown>;
type Fields = Readonly<Record<string, unknown>>;
type StoredWord = (value: unknown, item: StoredItem) => unknown;
type Test = (item: StoredItem) => boolean;
type Terms = Fields | Test | readonly Terms[];

const word =
  <Given extends unknown[]>(act: (value: unknown, item: StoredItem, ...given: Given) => unknown) =>
  (...operands: Given): StoredWord =>
  (value, item) =>
    act(value, item, ...operands);

const absent = undefined;
const present: StoredWord = (value) => value !== undefined;
const exists: Fields = { pk: present };
const isNew: Fields = { pk: absent };

const isNot = word((value, _, other: unknown) => !isDeepStrictEqual(value, other));
const below = word((value, _, limit: unknown) => order(value, limit) < 0);
const above = word((value, _, limit: unknown) => order(value, limit) > 0);
const atMost = word((value, _, limit: unknown) => order(value, limit) <= 0);
const notBelow = word((value, _, limit: unknown) => order(value, limit) >= 0);
const between = word(
  (value, _, from: unknown, to: unknown) => order(value, from) >= 0 && order(value, to) <= 0,
);
const oneOf = word((value, _, values: readonly unknown[]) => values.includes(value));
const startsWith = word((value, _, prefix: string) => typeof value === "string" && value.startsWith(prefix));
const contains = word((value, _, member: unknown) => membersOf(value).includes(member));
const lacks = word((value, _, member: unknown) => !membersOf(value).includes(member));
const size = word(
  (value, item, size: unknown) => value !== absent && fits(membersOf(value).length, size, item),
);
const orAbsent = word((value, item, operand: unknown) => value === absent || fits(value, operand, item));
const either = (...terms: readonly Terms[]): Test => {
  return (item) => terms.some((condition) => holds(condition, item));
};

const unlessSet = word((value, _, otherwise: unknown) => value ?? otherwise);
const fieldOr = word((_, item, other: string, otherwise: unknown) => item[other] ?? otherwise);
const plus = word((value, _, amount: number) => Number(value) + amount);
const appended = word((value, _, member: unknown, start?: readonly unknown[]) => [
  ...membersOf(value ?? start),
  member,
]);

/** Values of two types are in no order. */
const order = (a: unknown, b: unknown): number =>
  typeof a !== typeof b
    ? Number.NaN
    : (a as string) < (b as string)
      ? -1
      : Number((a as string) > (b as string));

const membersOf = (value: unknown): unknown[] => [...((value ?? []) as Iterable<unknown>)];

function fits(value: unknown, operand: unknown, item: StoredItem): boolean {
  return typeof operand === "function" ? Boolean(operand(value, item)) : isDeepStrictEqual(value, operand);
}

function holds(terms: Terms, item: StoredItem): boolean {
  if (typeof terms === "function") return terms(item);
  if (Array.isArray(terms)) return terms.every((condition: Terms) => holds(condition, item));
  return Object.entries(terms).every(([path, operand]) => fits(placeOf(item, path).value, operand, item));
}

function placeOf(item: StoredItem, path: string) {
  const names = path.split(".");
  const name = names.pop() ?? "";
  const holder = names.reduce((at, each) => (at[each] ?? {}) as StoredItem, item);
  return { holder, name, value: holder[name] };
}

type Change = { set?: Fields; add?: Fields; takeOut?: Fields };

/** The item after a change. All right-hand sides see the item as it was before. */
function changed({ set = {}, add = {}, takeOut = {} }: Change, before: StoredItem): StoredItem {
  const after = structuredClone(before);
  const assign = (path: string, next: (value: unknown) => unknown) => {
    const { holder, name } = placeOf(after, path);
    const to = structuredClone(next(placeOf(before, path).value));
    if (to === absent) delete holder[name];
    else holder[name] = to;
  };
  for (const [path, to] of Object.entries(set))
    assign(path, (value) => (typeof to === "function" ? to(value, before) : to));
  for (const [path, amount] of Object.entries(add))
    assign(path, (value) =>
      amount instanceof Set ? new Set([...membersOf(value), ...amount]) : Number(value ?? 0) + Number(amount),
    );
  for (const [path, members] of Object.entries(takeOut))
    assign(path, (value) => {
      const left = membersOf(value).filter((member) => !(members as Set<unknown>).has(member));
      return left.length > 0 ? new Set(left) : absent;
    });
  return after;
}

type StoredSpoken = Change & { when?: Terms; key?: Fields; where?: Fields };

export type MemoryExpressions = {
  meets: Test;
  update: (before: StoredItem) => StoredItem;
  isWanted: Test;
  /** The partition is the first field of the key. */
  partition: unknown;
  isInRange: Test;
};

const expressionsOf = ({ when = {}, key = {}, where = {}, ...change }: StoredSpoken): MemoryExpressions => ({
  meets: (item) => holds(when, item),
  update: (before) => changed(change, before),
  isWanted: (item) => holds(where, item),
  partition: Object.values(key)[0],
  isInRange: (item) => holds(key, item),
});

export {
  above,
  absent,
  appended,
  atMost,
  below,
  between,
  contains,
  either,
  exists,
  expressionsOf,
  fieldOr,
  isNew,
  isNot,
  lacks,
  notBelow,
  oneOf,
  orAbsent,
  plus,
  present,
  size,
  startsWith,
  unlessSet,
};
