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
  const properties: Json = {};
  for (const [path, methods] of Object.entries(document.paths as Node))
    for (const [method, operation] of Object.entries(methods))
      properties[`\`${method.toUpperCase()} ${path}\``] = operation;
  for (const [type, { post }] of Object.entries((document.webhooks ?? {}) as Node))
    properties[`The event \`${type}\``] = post;
  return properties;
}

type Side = [document: OpenApi, operation: Json];

function operationChanges(name: string, [older, before]: Side, [newer, after]: Side): DocumentChange[] {
  const isEvent = name.startsWith("The event");
  const fixed = ["operationId", "x-scope", "security"].filter((key) => !isSame(before[key], after[key]));
  const changes = [
    ...fixed.map((key) => breaking(`${name}: \`${key}\` changed.`)),
    ...parameterChanges(name, [older, before], [newer, after]),
  ];
  const requestBody = bodyOf(older, before.requestBody);
  const parameter = bodyOf(newer, after.requestBody);
  // An endpoint receives the body of an event, so it is a reply to the caller's side.
  const compare = isEvent ? replyChanges : requestChanges;
  if (requestBody && parameter)
    changes.push(
      ...compare(`${name}: the ${isEvent ? "body" : "request"}`, [older, requestBody], [newer, parameter]),
    );
  else if (parameter) {
    const isNeeded = follow(newer, after.requestBody).required === true;
    changes.push(documentChange(isNeeded, `${name} ${isNeeded ? "needs" : "may have"} a body.`));
  } else if (requestBody) changes.push(breaking(`${name} takes no body any more.`));
  return [...changes, ...statusChanges(name, [older, before], [newer, after])];
}

function parameterChanges(name: string, [older, before]: Side, [newer, after]: Side): DocumentChange[] {
  const listed = (document: OpenApi, { parameters = [] }: Json): Json =>
    Object.fromEntries(
      (parameters as Json[])
        .map((reference) => follow(document, reference))
        .map((reference) => [reference.name, reference]),
    );
  const at = (parameter: string) => `${name}: the parameter \`${parameter}\``;
  return partChanges(listed(older, before), listed(newer, after), {
    removed: (parameter) => breaking(`${at(parameter)} was removed.`),
    added: (parameter, { required }) =>
      documentChange(required === true, `${at(parameter)} is new${required ? " and required" : ""}.`),
    kept: (parameter, was, is) => [
      ...(is.required && !was.required ? [breaking(`${at(parameter)} is now required.`)] : []),
      ...requestChanges(at(parameter), [older, was.schema as Json], [newer, is.schema as Json]),
    ],
  });
}

const statusChanges = (name: string, [older, before]: Side, [newer, after]: Side): DocumentChange[] =>
  partChanges(before.responses as Json, after.responses as Json, {
    removed: (status) => (status < "400" ? breaking(`${name}: the reply ${status} was removed.`) : []),
    added: (status) => addition(`${name}: the reply ${status} is new.`),
    kept: (status, response, other) => {
      const place = `${name}: the reply ${status}`;
      const was = follow(older, response);
      const is = follow(newer, other);
      const body = bodyOf(older, was);
      const nextBody = bodyOf(newer, is);
      const lost = (part: string) => ({
        removed: (key: string) => breaking(`${place} lost the ${part} \`${key}\`.`),
        added: () => [],
      });
      return [
        ...partChanges(headersOf(was), headersOf(is), lost("header")),
        ...partChanges((was.content ?? {}) as Json, (is.content ?? {}) as Json, lost("media type")),
        ...partChanges(codesOf(was), codesOf(is), {
          removed: (code) => addition(`${place} is never \`${code}\` any more.`),
          added: (code) => addition(`${place} may be \`${code}\`.`),
        }),
        ...(body && nextBody ? replyChanges(place, [older, body], [newer, nextBody]) : []),
      ];
    },
  });

const headersOf = (reply: Json) => (reply.headers ?? {}) as Json;

/** Generated clients have a class for each named schema. */
function modelChanges(older: OpenApi, newer: OpenApi): DocumentChange[] {
  const requested = requestedIn(newer);
  return partChanges(schemasOf(older), schemasOf(newer), {
    removed: (name) => breaking(`The schema \`${name}\` was removed or renamed.`),
    added: () => [],
    kept: (name, was, is) =>
      (requested.has(name) ? requestChanges : replyChanges)(`\`${name}\``, [older, was], [newer, is]),
  });
}

const schemasOf = ({ components }: OpenApi) => (components as Node | undefined)?.schemas ?? {};

/** The names of the schemas that requests consist of. */
function requestedIn(document: OpenApi): Set<string> {
  const fields = new Set<string>();
  const visit = (part: unknown) => {
    for (const [, name = ""] of JSON.stringify(part ?? null).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      if (fields.has(name)) continue;
      fields.add(name);
      visit(schemasOf(document)[name]);
    }
  };
  for (const methods of Object.values(document.paths as Node))
    for (const operation of Object.values(methods)) visit((operation as Json).requestBody);
  return fields;
}

const codesOf = ({ content }: Json) =>
  ((content as Node | undefined)?.["application/json"]?.examples ?? {}) as Json;
const bodyOf = (document: OpenApi, part: unknown) =>
  (follow(document, part).content as Node | undefined)?.["application/json"]?.schema as Json | undefined;

const isSame = (value: unknown, other: unknown) => JSON.stringify(value) === JSON.stringify(other);
