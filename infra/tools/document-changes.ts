import { addition, breaking, type DocumentChange, follow, type OpenApi } from "./document-parts.ts";
import { replyChanges, requestChanges } from "./schema-changes.ts";

type Json = Record<string, unknown>;
type Node = Record<string, Json>;

export function changesBetween(older: OpenApi, newer: OpenApi): DocumentChange[] {
  const [before, after] = [operationsOf(older), operationsOf(newer)];
  return [
    ...added(before, after).map((name) => addition(`${name} is new.`)),
    ...added(after, before).map((name) => breaking(`${name} was removed.`)),
    ...shared(before, after).flatMap((name) =>
      operationChanges(name, [older, before.get(name) as Json], [newer, after.get(name) as Json]),
    ),
    ...modelChanges(older, newer),
  ];
}

/** Operations and events by name: `GET /v1/drivers`, `the event payment.completed`. */
function operationsOf(document: OpenApi): Map<string, Json> {
  const found = new Map<string, Json>();
  for (const [path, methods] of Object.entries(document.paths as Node))
    for (const [method, operation] of Object.entries(methods))
      found.set(`\`${method.toUpperCase()} ${path}\``, operation as Json);
  for (const [type, { post }] of Object.entries((document.webhooks ?? {}) as Node))
    found.set(`The event \`${type}\``, post as Json);
  return found;
}

const added = (before: Map<string, unknown>, after: Map<string, unknown>) =>
  [...after.keys()].filter((name) => !before.has(name));
const shared = (before: Map<string, unknown>, after: Map<string, unknown>) =>
  [...after.keys()].filter((name) => before.has(name));

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
    changes.push(isNeeded ? breaking(`${name} needs a body.`) : addition(`${name} may have a body.`));
  } else if (asked) changes.push(breaking(`${name} takes no body any more.`));
  return [...changes, ...statusChanges(name, [older, before], [newer, after])];
}

function parameterChanges(name: string, [older, before]: Side, [newer, after]: Side): DocumentChange[] {
  const listed = (document: OpenApi, { parameters = [] }: Json) =>
    new Map((parameters as Json[]).map((one) => follow(document, one)).map((one) => [String(one.name), one]));
  const [had, has] = [listed(older, before), listed(newer, after)];
  return [
    ...added(has, had).map((one) => breaking(`${name}: the parameter \`${one}\` was removed.`)),
    ...added(had, has).map((one) =>
      has.get(one)?.required
        ? breaking(`${name}: the new parameter \`${one}\` is required.`)
        : addition(`${name}: the parameter \`${one}\` is new.`),
    ),
    ...shared(had, has).flatMap((one) => [
      ...(has.get(one)?.required && !had.get(one)?.required
        ? [breaking(`${name}: the parameter \`${one}\` is now required.`)]
        : []),
      ...requestChanges(
        `${name}: the parameter \`${one}\``,
        [older, had.get(one)?.schema as Json],
        [newer, has.get(one)?.schema as Json],
      ),
    ]),
  ];
}

function statusChanges(name: string, [older, before]: Side, [newer, after]: Side): DocumentChange[] {
  const [had, has] = [repliesOf(before), repliesOf(after)];
  return [
    ...added(has, had)
      .filter((status) => status < "400")
      .map((status) => breaking(`${name}: the reply ${status} was removed.`)),
    ...added(had, has).map((status) => addition(`${name}: the reply ${status} is new.`)),
    ...shared(had, has).flatMap((status) => {
      const [reply, next] = [follow(older, had.get(status)), follow(newer, has.get(status))];
      const place = `${name}: the reply ${status}`;
      const [body, nextBody] = [bodyOf(older, reply), bodyOf(newer, next)];
      const [headers, nextHeaders] = [headersOf(older, reply), headersOf(newer, next)];
      const lost = Object.keys(headers).filter((header) => !(header in nextHeaders));
      const types = Object.keys((reply.content ?? {}) as Json).filter(
        (type) => !(type in ((next.content ?? {}) as Json)),
      );
      const [codes, nextCodes] = [codesOf(reply), codesOf(next)];
      return [
        ...lost.map((header) => breaking(`${place} lost the header \`${header}\`.`)),
        ...types.map((type) => breaking(`${place} lost the media type \`${type}\`.`)),
        ...nextCodes
          .filter((code) => !codes.includes(code))
          .map((code) => addition(`${place} may be \`${code}\`.`)),
        ...codes
          .filter((code) => !nextCodes.includes(code))
          .map((code) => addition(`${place} is never \`${code}\` any more.`)),
        ...(body && nextBody ? replyChanges(place, [older, body], [newer, nextBody]) : []),
      ];
    }),
  ];
}

/** The headers of a reply, with those of every reply. */
const headersOf = (document: OpenApi, reply: Json): Json => ({
  ...(document["x-reply-headers"] as Json | undefined),
  ...(reply.headers as Json | undefined),
});

/** Generated clients have a class for each named schema. */
function modelChanges(older: OpenApi, newer: OpenApi): DocumentChange[] {
  const schemasOf = (document: OpenApi) =>
    new Map(Object.entries((document.components as Node | undefined)?.schemas ?? {}));
  const [had, has] = [schemasOf(older), schemasOf(newer)];
  const asked = requestedIn(newer);
  return [
    ...added(has, had).map((name) => breaking(`The schema \`${name}\` was removed or renamed.`)),
    ...shared(had, has).flatMap((name) => {
      const compare = asked.has(name) ? requestChanges : replyChanges;
      return compare(`\`${name}\``, [older, had.get(name) as Json], [newer, has.get(name) as Json]);
    }),
  ];
}

/** The names of the schemas that requests consist of. */
function requestedIn(document: OpenApi): Set<string> {
  const found = new Set<string>();
  const visit = (part: unknown) => {
    for (const [, name = ""] of JSON.stringify(part ?? null).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      if (found.has(name)) continue;
      found.add(name);
      visit(follow(document, { $ref: `#/components/schemas/${name}` }));
    }
  };
  for (const methods of Object.values(document.paths as Node))
    for (const operation of Object.values(methods)) visit((operation as Json).requestBody);
  return found;
}

const repliesOf = ({ responses }: Json) => new Map(Object.entries(responses as Node));
const codesOf = ({ content }: Json) =>
  Object.keys(((content as Node | undefined)?.["application/json"]?.examples ?? {}) as Json);
const bodyOf = (document: OpenApi, part: unknown) =>
  (follow(document, part).content as Node | undefined)?.["application/json"]?.schema as Json | undefined;

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
