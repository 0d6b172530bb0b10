import {
  breaking,
  type DocumentChange,
  documentChange,
  follow,
  type OpenApi,
  partChanges,
} from "./document-parts.ts";
import { formatChanges, ruleChanges } from "./schema-rules.ts";

type Json = Record<string, unknown>;
/** A schema, and the document that its references name parts of. */
type Located = [document: OpenApi, schema: Json];

/** A request breaks when it may contain less or must contain more; a reply, when it contains less. */
export const requestChanges = (place: string, before: Located, after: Located): DocumentChange[] =>
  schemaChanges(true, place, before, after);
export const replyChanges = (place: string, before: Located, after: Located): DocumentChange[] =>
  schemaChanges(false, place, before, after);

/** `inner` compares what is at a path in the schema. A request may widen, a reply may narrow. */
type Place = {
  isRequest: boolean;
  place: string;
  was: Json;
  is: Json;
  inner: (path: string, events: unknown, other: unknown) => DocumentChange[];
};

function schemaChanges(
  isRequest: boolean,
  place: string,
  [older, before]: Located,
  [newer, after]: Located,
): DocumentChange[] {
  // A named schema is compared once, under its name.
  if (before.$ref !== undefined && before.$ref === after.$ref) return [];
  const was = follow(older, before);
  const is = follow(newer, after);
  const inner: Place["inner"] = (path, schema, other) =>
    schemaChanges(isRequest, join(place, path), [older, schema as Json], [newer, other as Json]);
  const types = typeChanges(isRequest, place, typesOf([older, was]), typesOf([newer, is]));
  const choice = choiceBesideNull(was);
  const nextChoice = choiceBesideNull(is);
  // Where only one of the two may be null, the other is its own choice.
  if (choice || nextChoice) return [...types, ...inner("", choice ?? was, nextChoice ?? is)];
  const at = { isRequest, place, was, is, inner };
  return [
    ...types,
    ...valueChanges(at),
    ...(isRequest ? ruleChanges(place, was, is) : formatChanges(place, was, is)),
    ...fieldChanges(at),
    ...choiceChanges(at),
    ...(was.items && is.items ? inner("[]", was.items, is.items) : []),
    ...otherFieldChanges(at),
  ];
}

/** `Payment` and `amount` as `Payment.amount`; a list's entries as `data[]`. */
const join = (place: string, path: string) => {
  if (path === "") return place;
  const isName = path !== "[]";
  return place.endsWith("`") ? `${place.slice(0, -1)}${isName ? "." : ""}${path}\`` : `${place} \`${path}\``;
};

function choiceBesideNull({ anyOf }: Json): Json | undefined {
  const choices = (anyOf ?? []) as Json[];
  const [value, ...more] = choices.filter(({ type }) => type !== "null");
  return choices.length === 2 && more.length === 0 ? value : undefined;
}

function typesOf([document, schema]: Located): unknown[] {
  const { type, anyOf } = follow(document, schema);
  return Array.isArray(anyOf)
    ? (anyOf as Json[]).flatMap((choice) => typesOf([document, choice]))
    : [type ?? []].flat();
}

function typeChanges(isRequest: boolean, place: string, had: unknown[], has: unknown[]): DocumentChange[] {
  const isWider = has.some((type) => !had.includes(type));
  const isNarrower = had.some((type) => !has.includes(type));
  const text = `${place} was ${had.join(" or ") || "anything"} and is ${has.join(" or ") || "anything"}.`;
  return isWider || isNarrower ? [documentChange(isRequest ? isNarrower : isWider, text)] : [];
}

/** Only an open list of a reply may gain values. */
function valueChanges({ isRequest, place, was, is }: Place): DocumentChange[] {
  const closed = (schema: Json) =>
    (schema.enum ?? (schema.const === undefined ? undefined : [schema.const])) as unknown[] | undefined;
  const had = closed(was);
  const has = closed(is);
  if (!had !== !has) {
    const text = `${place} ${has ? "has a closed list of values" : "has no closed list of values any more"}.`;
    // In generated clients, the field of a reply gets another type.
    return [documentChange(!isRequest || has !== undefined, text)];
  }
  const listed = (schema: Json): Json => {
    const values = closed(schema) ?? schema["x-extensible-enum"] ?? [];
    return Object.fromEntries((values as unknown[]).map((value) => [String(value), {}]));
  };
  return partChanges(listed(was), listed(is), {
    removed: (value) => documentChange(!!had && isRequest, `${place} cannot be \`${value}\` any more.`),
    added: (value) => documentChange(!!had && !isRequest, `${place} may be \`${value}\`.`),
  });
}

function fieldChanges({ isRequest, place, was, is, inner }: Place): DocumentChange[] {
  const demands = ({ required = [] }: Json, name: string) => (required as string[]).includes(name);
  return partChanges((was.properties ?? {}) as Json, (is.properties ?? {}) as Json, {
    removed: (name) => breaking(`${join(place, name)} was removed.`),
    added: (name) => {
      const isDemanded = isRequest && demands(is, name);
      return documentChange(isDemanded, `${join(place, name)} is new${isDemanded ? " and required" : ""}.`);
    },
    kept: (name, property, other) => {
      const isRequired = demands(is, name);
      const text = `${join(place, name)} is now ${isRequired ? "required" : "optional"}.`;
      return [
        ...(demands(was, name) === isRequired ? [] : [documentChange(isRequest === isRequired, text)]),
        ...inner(name, property, other),
      ];
    },
  });
}

/** Choices of a request by name, and the one choice beside null of a reply. */
function choiceChanges({ isRequest, place, was, is, inner }: Place): DocumentChange[] {
  const choices = ({ oneOf, anyOf }: Json): Json =>
    Object.fromEntries(
      ((oneOf ?? anyOf ?? []) as Json[]).map((choice, i) => [
        choice.$ref ?? choice.title ?? choice.type ?? i,
        choice,
      ]),
    );
  const nameOf = (choice: string) => choice.replace(/^.*\//, "");
  return partChanges(choices(was), choices(is), {
    removed: (choice) => documentChange(isRequest, `${place}: the choice ${nameOf(choice)} was removed.`),
    added: (choice) => documentChange(!isRequest, `${place}: the choice ${nameOf(choice)} is new.`),
    kept: (_, choice, other) => inner("", choice, other),
  });
}

/** Whether more fields are allowed, and the values of a map. */
function otherFieldChanges({ place, was, is, inner }: Place): DocumentChange[] {
  const rule = ({ additionalProperties = true, unevaluatedProperties = true }: Json) =>
    unevaluatedProperties === false ? false : additionalProperties;
  const had = rule(was);
  const has = rule(is);
  if (had !== false && has === false) return [breaking(`${place} allows no more fields.`)];
  const isMap = typeof had === "object" && typeof has === "object" && !was.properties;
  return isMap ? inner("*", had, has) : [];
}
