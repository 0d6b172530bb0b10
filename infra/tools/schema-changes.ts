import { breaking, type DocumentChange, follow, type OpenApi } from "./document-parts.ts";
import { formatChanges, ruleChanges } from "./schema-rules.ts";

type Json = Record<string, unknown>;
/** A schema, and the document that its references name parts of. */
type Located = [document: OpenApi, schema: Json];
type Direction = "request" | "reply";

/** A request breaks when it may contain less or must contain more; a reply, when it contains less. */
export const requestChanges = (place: string, before: Located, after: Located): DocumentChange[] =>
  schemaChanges("request", place, before, after);
export const replyChanges = (place: string, before: Located, after: Located): DocumentChange[] =>
  schemaChanges("reply", place, before, after);

function schemaChanges(
  direction: Direction,
  place: string,
  before: Located,
  after: Located,
): DocumentChange[] {
  // A named schema is compared once, under its name.
  if (before[1].$ref !== undefined && before[1].$ref === after[1].$ref) return [];
  const [was, is] = [follow(...before), follow(...after)];
  const wrapped = nullableOf(was, is);
  if (wrapped) {
    const [older, newer] = wrapped;
    return [
      ...typeChanges(direction, place, [before[0], was], [after[0], is]),
      ...schemaChanges(direction, place, [before[0], older], [after[0], newer]),
    ];
  }
  const inner = (path: string, one: unknown, other: unknown) =>
    schemaChanges(direction, join(place, path), [before[0], one as Json], [after[0], other as Json]);
  return [
    ...typeChanges(direction, place, [before[0], was], [after[0], is]),
    ...valueChanges(direction, place, was, is),
    ...(direction === "request" ? ruleChanges(place, was, is) : formatChanges(place, was, is)),
    ...fieldChanges(direction, place, was, is, inner),
    ...choiceChanges(direction, place, was, is, inner),
    ...(was.items && is.items ? inner("[]", was.items, is.items) : []),
    ...otherFieldChanges(place, was, is, inner),
  ];
}

/** `Payment` and `amount` as `Payment.amount`; a list's entries as `data[]`. */
const join = (place: string, path: string) => {
  if (path === "") return place;
  const isName = path !== "[]";
  return place.endsWith("`") ? `${place.slice(0, -1)}${isName ? "." : ""}${path}\`` : `${place} \`${path}\``;
};

/** The choices beside null. Where only one of the two may be null, the other is its own choice. */
function nullableOf(was: Json, is: Json): [was: Json, is: Json] | undefined {
  const [one, other] = [choiceBesideNull(was), choiceBesideNull(is)];
  if (!one && !other) return undefined;
  return [one ?? was, other ?? is];
}

function choiceBesideNull({ anyOf }: Json): Json | undefined {
  const choices = (anyOf ?? []) as Json[];
  const [value, ...more] = choices.filter(({ type }) => type !== "null");
  return choices.length === 2 && more.length === 0 ? value : undefined;
}

/** A request may widen, a reply may narrow. */
const breaksBy = (direction: Direction, isWider: boolean) => (direction === "request") !== isWider;

function typesOf([document, schema]: Located): unknown[] {
  const { type, anyOf } = follow(document, schema);
  return Array.isArray(anyOf)
    ? (anyOf as Json[]).flatMap((choice) => typesOf([document, choice]))
    : [type ?? []].flat();
}

function typeChanges(direction: Direction, place: string, was: Located, is: Located): DocumentChange[] {
  const [had, has] = [typesOf(was), typesOf(is)];
  const more = has.filter((type) => !had.includes(type));
  const less = had.filter((type) => !has.includes(type));
  const text = `${place} was ${had.join(" or ") || "anything"} and is ${has.join(" or ") || "anything"}.`;
  if (more.length > 0 && less.length > 0) return [breaking(text)];
  if (more.length > 0) return [{ isBreaking: breaksBy(direction, true), text }];
  return less.length > 0 ? [{ isBreaking: breaksBy(direction, false), text }] : [];
}

/** Only an open list of a reply may gain values. */
function valueChanges(direction: Direction, place: string, was: Json, is: Json): DocumentChange[] {
  const closed = (schema: Json) =>
    (schema.enum ?? (schema.const === undefined ? undefined : [schema.const])) as unknown[];
  const [had, has] = [closed(was), closed(is)];
  if (!had !== !has) {
    const text = `${place} ${has ? "has a closed list of values" : "has no closed list of values any more"}.`;
    // In generated clients, the field of a reply gets another type.
    return [{ isBreaking: direction === "reply" || has !== undefined, text }];
  }
  const isOpen = !had;
  const [older, newer] = isOpen
    ? [was, is].map((schema) => (schema["x-extensible-enum"] ?? []) as unknown[])
    : [had, has];
  return [
    ...without(newer, older).map((value) => ({
      isBreaking: !isOpen && breaksBy(direction, true),
      text: `${place} may be \`${value}\`.`,
    })),
    ...without(older, newer).map((value) => ({
      isBreaking: !isOpen && breaksBy(direction, false),
      text: `${place} cannot be \`${value}\` any more.`,
    })),
  ];
}

const without = (values: unknown[] = [], others: unknown[] = []) =>
  values.filter((value) => !others.includes(value));

type Inner = (path: string, one: unknown, other: unknown) => DocumentChange[];
type Changes = (direction: Direction, place: string, was: Json, is: Json, inner: Inner) => DocumentChange[];

const fieldChanges: Changes = (direction, place, was, is, inner) => {
  const [had, has] = [was, is].map(({ properties = {} }) => properties as Json) as [Json, Json];
  const [demanded, demands] = [was, is].map(({ required = [] }) => required as string[]) as [
    string[],
    string[],
  ];
  const isRequest = direction === "request";
  return [
    ...without(Object.keys(had), Object.keys(has)).map((name) =>
      breaking(`${join(place, `${name}`)} was removed.`),
    ),
    ...without(Object.keys(has), Object.keys(had)).map((name) => {
      const isDemanded = isRequest && demands.includes(`${name}`);
      return {
        isBreaking: isDemanded,
        text: `${join(place, `${name}`)} is new${isDemanded ? " and required" : ""}.`,
      };
    }),
    ...Object.keys(has)
      .filter((name) => name in had)
      .flatMap((name) => {
        const [must, mustNow] = [demanded.includes(name), demands.includes(name)];
        const change = {
          isBreaking: isRequest === mustNow,
          text: `${join(place, name)} is now ${mustNow ? "required" : "optional"}.`,
        };
        return [...(must === mustNow ? [] : [change]), ...inner(name, had[name], has[name])];
      }),
  ];
};

/** Choices of a request by name, and the one choice beside null of a reply. */
const choiceChanges: Changes = (direction, place, was, is, inner) => {
  const choices = ({ oneOf, anyOf }: Json) =>
    new Map(
      ((oneOf ?? anyOf ?? []) as Json[]).map((one, i) => [
        String(one.$ref ?? one.title ?? one.type ?? i),
        one,
      ]),
    );
  const [had, has] = [choices(was), choices(is)];
  const nameOf = (choice: string) => choice.replace(/^.*\//, "");
  return [
    ...without([...had.keys()], [...has.keys()]).map((one) => ({
      isBreaking: breaksBy(direction, false),
      text: `${place}: the choice ${nameOf(`${one}`)} was removed.`,
    })),
    ...without([...has.keys()], [...had.keys()]).map((one) => ({
      isBreaking: breaksBy(direction, true),
      text: `${place}: the choice ${nameOf(`${one}`)} is new.`,
    })),
    ...[...has.keys()].filter((one) => had.has(one)).flatMap((one) => inner("", had.get(one), has.get(one))),
  ];
};

/** Whether more fields are allowed, and the values of a map. */
function otherFieldChanges(place: string, was: Json, is: Json, inner: Inner): DocumentChange[] {
  const rule = ({ additionalProperties = true, unevaluatedProperties = true }: Json) =>
    unevaluatedProperties === false ? false : additionalProperties;
  const [had, has] = [rule(was), rule(is)];
  if (had !== false && has === false) return [breaking(`${place} allows no more fields.`)];
  const isMap = typeof had === "object" && typeof has === "object" && !was.properties;
  return isMap ? inner("*", had, has) : [];
}
