/** Data: what each field must be, a value or a word below. Nothing else writes an expression. */
export type Condition = ItemFields | Either | readonly Condition[];
export type ItemFields = Readonly<Record<string, unknown>>;
type Either = (say: Say) => string;

/** Gives a name and a value their placeholders. A dot in a name leads into a map: `failures.count`. */
type Say = { name: (path: string) => string; value: (value: unknown) => string };

/** What a field must be, or becomes, other than a value. */
type Word = (field: string, say: Say) => string;

/** The field has no value. A field that is set to this is removed. */
export const absent = undefined;
export const present: Word = (field) => `attribute_exists(${field})`;

/** The item exists, or does not. */
export const exists: ItemFields = { pk: present };
export const isNew: ItemFields = { pk: absent };

const compared =
  (operator: string) =>
  (value: unknown): Word =>
  (field, say) =>
    `${field} ${operator} ${say.value(value)}`;
export const isNot = compared("<>");
export const below = compared("<");
export const above = compared(">");
export const atMost = compared("<=");
export const notBelow = compared(">=");

export const oneOf =
  (values: readonly unknown[]): Word =>
  (field, say) =>
    `${field} IN (${values.map(say.value).join(", ")})`;
export const between =
  (from: unknown, to: unknown): Word =>
  (field, say) =>
    `${field} BETWEEN ${say.value(from)} AND ${say.value(to)}`;
export const startsWith =
  (prefix: string): Word =>
  (field, say) =>
    `begins_with(${field}, ${say.value(prefix)})`;

/** Of a list or a set. */
export const contains =
  (value: unknown): Word =>
  (field, say) =>
    `contains(${field}, ${say.value(value)})`;
export const lacks =
  (value: unknown): Word =>
  (field, say) =>
    `NOT ${contains(value)(field, say)}`;
/** The length of a list: `{ mails: size(2) }`, `{ keys: size(below(5)) }`. */
export const size =
  (operand: unknown): Word =>
  (field, say) =>
    clause(`size(${field})`, operand, say);
export const orAbsent =
  (operand: unknown): Word =>
  (field, say) =>
    `(${clause(field, absent, say)} OR ${clause(field, operand, say)})`;

/** One of the conditions holds. All of a list must. */
export const either =
  (...conditions: readonly Condition[]): Either =>
  (say) =>
    `(${conditions.map((condition) => said(condition, say)).join(" OR ")})`;

export const unlessSet =
  (value: unknown): Word =>
  (field, say) =>
    `if_not_exists(${field}, ${say.value(value)})`;
/** The value of another field, or else this one. */
export const fieldOr =
  (other: string, otherwise: unknown): Word =>
  (_, say) =>
    unlessSet(otherwise)(say.name(other), say);
export const plus =
  (amount: number): Word =>
  (field, say) =>
    `${field} + ${say.value(amount)}`;
/** A list with one more. `start`: the list of an item that has none. */
export const appended =
  (value: unknown, start?: readonly unknown[]): Word =>
  (field, say) =>
    `list_append(${start ? unlessSet(start)(field, say) : field}, ${say.value([value])})`;

const worded = (before: string, field: string, value: unknown, say: Say): string =>
  typeof value === "function" ? (value as Word)(field, say) : before + say.value(value);

const clause = (field: string, operand: unknown, say: Say): string =>
  operand === absent ? `attribute_not_exists(${field})` : worded(`${field} = `, field, operand, say);

function said(condition: Condition, say: Say): string {
  if (typeof condition === "function") return condition(say);
  const clauses = Array.isArray(condition)
    ? condition.map((condition: Condition) => said(condition, say))
    : Object.entries(condition).map(([field, operand]) => clause(say.name(field), operand, say));
  return clauses.filter(Boolean).join(" AND ");
}

/** What a change does. Numbers begin at zero. `add` also adds members to a set, `takeOut` removes some. */
export type ItemChange = { set?: ItemFields; add?: ItemFields; takeOut?: ItemFields };

/** An update needs one number, so of zeros the first stays. */
function amounts(add: ItemFields): [string, unknown][] {
  const fields = Object.entries(add);
  const changing = fields.filter(([, amount]) => amount !== 0);
  return changing.length > 0 ? changing : fields.slice(0, 1);
}

function updated({ set = {}, add = {}, takeOut = {} }: ItemChange, say: Say): string {
  const fields = Object.entries(set).map(([path, to]) => [say.name(path), to] as const);
  const sections = {
    SET: fields.flatMap(([field, to]) => (to === absent ? [] : [`${field} = ${worded("", field, to, say)}`])),
    REMOVE: fields.flatMap(([field, to]) => (to === absent ? [field] : [])),
    ADD: amounts(add).map(([path, amount]) => `${say.name(path)} ${say.value(amount)}`),
    DELETE: Object.entries(takeOut).map(([path, members]) => `${say.name(path)} ${say.value(members)}`),
  };
  return Object.entries(sections)
    .flatMap(([section, clauses]) => (clauses.length > 0 ? [`${section} ${clauses.join(", ")}`] : []))
    .join(" ");
}

/** `of("email")` is `#0`, and `known` is then `{ "#0": "email" }`. A value has one name. */
function placeholders(mark: string) {
  const known: Record<string, unknown> = {};
  const shorts = new Map<unknown, string>();
  const of = (thing: unknown): string => {
    const short = shorts.get(thing) ?? mark + shorts.size;
    shorts.set(thing, short);
    known[short] = thing;
    return short;
  };
  return { known, of };
}

type Spoken = ItemChange & { when?: Condition | undefined; key?: ItemFields; where?: ItemFields | undefined };

export function expressionsOf({ when = {}, key = {}, where = {}, ...change }: Spoken) {
  const names = placeholders("#");
  const values = placeholders(":");
  const say: Say = { name: (path) => path.split(".").map(names.of).join("."), value: values.of };
  const expressions = {
    UpdateExpression: updated(change, say),
    ConditionExpression: said(when, say),
    KeyConditionExpression: said(key, say),
    FilterExpression: said(where, say),
    ExpressionAttributeNames: names.known as Record<string, string>,
    ExpressionAttributeValues: values.known,
  };
  // DynamoDB refuses an empty text and an empty map.
  const parts = Object.entries(expressions).filter(([, part]) => Object.keys(part).length > 0);
  return Object.fromEntries(parts) as Partial<typeof expressions>;
}
