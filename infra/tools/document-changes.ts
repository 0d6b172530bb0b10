import {
  addition,
  breaking,
  type DocumentChange,
  documentChange,
  follow,
  type OpenApi,
  partChanges,
} from "./document-parts.ts";
import { replyChanges, requestChanges } from "./schema-changes.ts";

type Json = Record<string, unknown>;
type Node = Record<string, Json>;

export const changesBetween = (older: OpenApi, newer: OpenApi): DocumentChange[] => [
  ...partChanges(operationsOf(older), operationsOf(newer), {
    removed: (name) => breaking(`${name} was removed.`),
    added: (name) => addition(`${name} is new.`),
    kept: (name, was, is) => operationChanges(name, [older, was], [newer, is]),
  }),
  ...modelChanges(older, newer),
];

/** Operations and events by name: `GET /v1/drivers`, `the event payment.completed`. */
function operationsOf(document: OpenApi): Json {
  const found: Json = {};
  for (const [path, methods] of Object.entries(document.paths as Node))
    for (const [method, operation] of Object.entries(methods))
      found[`\`${method.toUpperCase()} ${path}\``] = operation;
  for (const [type, { post }] of Object.entries((document.webhooks ?? {}) as Node))
    found[`The event \`${type}\``] = post;
  return found;
}

type Side = [document: OpenApi, operation: Json];

function operationChanges(name: string, [older, before]: Side, [newer, after]: Side): DocumentChange[] {
  const isEvent = name.startsWith("The event");
  const fixed = ["operationId", "x-scope", "security"].filter((key) => !isSame(before[key], after[key]));
  const changes = [
    ...fixed.map((key) => breaking(`${name}: \`${key}\` changed.`)),
    ...parameterChanges(name, [older, before], [newer, after]),
  ];
  const [asked, wanted] = [bodyOf(older, before.requestBody), bodyOf(newer, after.requestBody)];
  // An endpoint receives the body of an event, so it is a reply to the caller's side.
  const compare = isEvent ? replyChanges : requestChanges;
  if (asked && wanted)
    changes.push(...compare(`${name}: the ${isEvent ? "body" : "request"}`, [older, asked], [newer, wanted]));
  else if (wanted) {
    const isNeeded = follow(newer, after.requestBody).required === true;
    changes.push(documentChange(isNeeded, `${name} ${isNeeded ? "needs" : "may have"} a body.`));
  } else if (asked) changes.push(breaking(`${name} takes no body any more.`));
  return [...changes, ...statusChanges(name, [older, before], [newer, after])];
}

function parameterChanges(name: string, [older, before]: Side, [newer, after]: Side): DocumentChange[] {
  const listed = (document: OpenApi, { parameters = [] }: Json): Json =>
    Object.fromEntries(
      (parameters as Json[]).map((one) => follow(document, one)).map((one) => [one.name, one]),
    );
  const at = (one: string) => `${name}: the parameter \`${one}\``;
  return partChanges(listed(older, before), listed(newer, after), {
    removed: (one) => breaking(`${at(one)} was removed.`),
    added: (one, { required }) =>
      documentChange(required === true, `${at(one)} is new${required ? " and required" : ""}.`),
    kept: (one, was, is) => [
      ...(is.required && !was.required ? [breaking(`${at(one)} is now required.`)] : []),
      ...requestChanges(at(one), [older, was.schema as Json], [newer, is.schema as Json]),
    ],
  });
}

const statusChanges = (name: string, [older, before]: Side, [newer, after]: Side): DocumentChange[] =>
  partChanges(before.responses as Json, after.responses as Json, {
    removed: (status) => (status < "400" ? breaking(`${name}: the reply ${status} was removed.`) : []),
    added: (status) => addition(`${name}: the reply ${status} is new.`),
    kept: (status, one, other) => {
      const place = `${name}: the reply ${status}`;
      const [was, is] = [follow(older, one), follow(newer, other)];
      const [body, nextBody] = [bodyOf(older, was), bodyOf(newer, is)];
      const lost = (part: string) => ({
        removed: (key: string) => breaking(`${place} lost the ${part} \`${key}\`.`),
        added: () => [],
      });
      return [
        ...partChanges(headersOf(older, was), headersOf(newer, is), lost("header")),
        ...partChanges((was.content ?? {}) as Json, (is.content ?? {}) as Json, lost("media type")),
        ...partChanges(codesOf(was), codesOf(is), {
          removed: (code) => addition(`${place} is never \`${code}\` any more.`),
          added: (code) => addition(`${place} may be \`${code}\`.`),
        }),
        ...(body && nextBody ? replyChanges(place, [older, body], [newer, nextBody]) : []),
      ];
    },
  });

/** The headers of a reply, with those of every reply. */
const headersOf = (document: OpenApi, reply: Json): Json => ({
  ...(document["x-reply-headers"] as Json | undefined),
  ...(reply.headers as Json | undefined),
});

/** Generated clients have a class for each named schema. */
function modelChanges(older: OpenApi, newer: OpenApi): DocumentChange[] {
  const asked = requestedIn(newer);
  return partChanges(schemasOf(older), schemasOf(newer), {
    removed: (name) => breaking(`The schema \`${name}\` was removed or renamed.`),
    added: () => [],
    kept: (name, was, is) =>
      (asked.has(name) ? requestChanges : replyChanges)(`\`${name}\``, [older, was], [newer, is]),
  });
}

const schemasOf = ({ components }: OpenApi) => (components as Node | undefined)?.schemas ?? {};

/** The names of the schemas that requests consist of. */
function requestedIn(document: OpenApi): Set<string> {
  const found = new Set<string>();
  const visit = (part: unknown) => {
    for (const [, name = ""] of JSON.stringify(part ?? null).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      if (found.has(name)) continue;
      found.add(name);
      visit(schemasOf(document)[name]);
    }
  };
  for (const methods of Object.values(document.paths as Node))
    for (const operation of Object.values(methods)) visit((operation as Json).requestBody);
  return found;
}

const codesOf = ({ content }: Json) =>
  ((content as Node | undefined)?.["application/json"]?.examples ?? {}) as Json;
const bodyOf = (document: OpenApi, part: unknown) =>
  (follow(document, part).content as Node | undefined)?.["application/json"]?.schema as Json | undefined;

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
