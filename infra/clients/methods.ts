import type { OpenApiDocument } from "../../shared/contract/openapi/openapi.ts";
import {
  canFollow,
  followParameters,
  isRepeatable,
  type Operation,
  operationId,
} from "../../shared/contract/operation.ts";
import { payoutTransitions } from "../../shared/domain/payout/payout.ts";
import { signupTransitions } from "../../shared/domain/signup/signup.ts";
import type { MethodModel, ReplyModel, ShapeModel } from "./model.ts";
import type { ShapeReader, ShapeSchema } from "./shapes.ts";
import { camel, listed, paragraphs, pascal, wordsOf } from "./text.ts";

type Parameter = { in: string; name: string; required: boolean; description?: string; schema: ShapeSchema };

type Documented = {
  parameters?: (Parameter | { $ref: string })[];
  requestBody?: { content: Record<string, { schema: ShapeSchema }> };
  responses: Record<string, { content?: Record<string, { schema: ShapeSchema }> }>;
};

export function clientMethods(
  op: Operation,
  document: OpenApiDocument,
  reader: ShapeReader,
  resource: string,
): MethodModel[] {
  const id = operationId(op.name);
  const documented = document.paths[op.path]?.[op.method.toLowerCase()] as Documented;
  const at = (what: string) => new Error(`${op.name}: ${what}`);
  // An option of each call, and no parameter of one method.
  const parameters = (documented.parameters ?? [])
    .map((each) => parameterOf(each, document))
    .filter(({ name }) => name !== "dry_run");
  const among = (where: string) => parameters.filter((each) => each.in === where);
  const pathParams = among("path").map(({ name, description = "" }) => ({ name, doc: description }));
  const inPath = [...op.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
  if (inPath.join() !== pathParams.map(({ name }) => name).join()) {
    throw at("the path's parameters and `params` differ in name or order.");
  }
  const query = among("query");
  const body = documented.requestBody?.content["application/json"]?.schema;
  if (body && query.length > 0) throw at("has a query and a body; a client method takes one of them.");

  const media = Object.values(op.replies).flatMap(({ alsoAs }) => alsoAs ?? []);
  const [choice, value] = mediaChoice(query, media[0]);
  const fields = query.filter(({ name }) => name !== choice);
  const params = paramsOf(`${pascal(id)}Params`, fields, body, reader, at);
  const key = !isRepeatable(op) ? "none" : params?.fields.some(isKey) ? "body" : "header";
  const method: MethodModel = {
    operation: id,
    name: methodName(id, resource),
    doc: paragraphs(op.summary, op.description, fields.some(isReverseCursor) ? REVERSE : undefined),
    http: op.method,
    path: op.path,
    pathParams,
    params,
    isBody: body !== undefined,
    fixed: {},
    reply: replyOf(op, documented, reader, fields.find(isCursor)?.schema, at),
    wait: undefined,
    retry: retryOf(op, key),
    key,
  };
  if (op.method === "GET" && !params && method.reply.kind === "object")
    method.wait = waitMethod(method.name, reader.shapes.get(method.reply.shape));
  const methods = canFollow(op) ? [method, followMethod(method, query, reader, at)] : [method];
  if (!media[0]) return methods;
  const suffix = pascal(value ?? "");
  const bytes: MethodModel = {
    ...method,
    name: method.name + suffix,
    doc: paragraphs(`${op.summary}, as ${value?.toUpperCase()}`, op.description),
    fixed: choice ? { [choice]: value ?? "" } : {},
    reply: { ...NO_REPLY, kind: "bytes", media: media[0] },
    wait: undefined,
  };
  return [...methods, bytes];
}

const FOLLOW = "Return each object once, the oldest first, and wait for new ones.";

/** Reads a list towards the newest object, and does not end. */
function followMethod(
  method: MethodModel,
  query: Parameter[],
  reader: ShapeReader,
  at: (what: string) => Error,
): MethodModel {
  const name = method.name.replace(/^list/, "follow");
  const fields = query.filter(({ name, required }) => required || followParameters.includes(name));
  const shape = `${pascal(method.operation).replace(/^List/, "Follow")}Params`;
  const { format, pattern = "" } = query.find(isReverseCursor)?.schema ?? {};
  const start = format === "date" ? "2000-01-01" : `${/^\^([a-z]+_)/.exec(pattern)?.[1]}${"0".repeat(26)}`;
  return {
    ...method,
    name,
    doc: FOLLOW,
    params: paramsOf(shape, fields, undefined, reader, at),
    reply: { ...method.reply, kind: "follow", start },
  };
}

function retryOf({ method, path }: Operation, key: MethodModel["key"]): MethodModel["retry"] {
  if (method === "POST" && key === "none") return "refused";
  return method === "DELETE" && path.endsWith("}") ? "gone" : "always";
}

/** Operations share some parameters as components. */
function parameterOf(parameter: Parameter | { $ref: string }, { components }: OpenApiDocument): Parameter {
  if (!("$ref" in parameter)) return parameter;
  const { parameters = {} } = components as { parameters?: Record<string, Parameter> };
  const referenced = parameters[parameter.$ref.split("/").at(-1) ?? ""];
  if (!referenced) throw new Error(`${parameter.$ref} is no component.`);
  return referenced;
}

/** An object without a choice of statuses never changes its status. */
function waitMethod(read: string, shape: ShapeModel | undefined): MethodModel["wait"] {
  const type = shape?.fields.find(({ name }) => name === "status")?.type;
  if (type?.kind !== "string" || type.values.length < 2) return undefined;
  const final = finalStatuses(type.values);
  const end = final.length > 0 ? ` A wait for another status ends at ${listed(final)}, which are final.` : "";
  const doc = `Reads the object until it has one of the statuses. Today's statuses: ${listed(type.values)}.${end}`;
  return {
    status: type,
    name: `waitFor${read.replace(/^get/, "").replace(/Status$/, "")}Status`,
    doc,
    final,
  };
}

/** The statuses that no transition leaves, of an object whose transitions are known. */
function finalStatuses(values: readonly string[]): string[] {
  const tables: { from: readonly string[]; to: string }[][] = [
    Object.values(payoutTransitions),
    Object.values(signupTransitions),
  ];
  const known = tables.find((table) => table.every(({ to }) => values.includes(to)));
  return known ? values.filter((value) => known.every(({ from }) => !from.includes(value))) : [];
}

const isCursor = ({ name }: { name: string }) => name === "starting_after";
const isReverseCursor = ({ name }: { name: string }) => name === "ending_before";
const REVERSE =
  "Iterating with `ending_before` fetches the previous pages and returns the objects in reverse.";
const isKey = ({ name }: { name: string }) => name === "idempotency_key";

/** The query parameter that asks for another media type, and its value. Absent: `Accept` asks. */
function mediaChoice(query: Parameter[], media: string | undefined) {
  const value = media?.split("/")[1];
  const parameter = query.find(({ schema }) => value && schema.enum?.includes(value));
  return [parameter?.name, value] as const;
}

function paramsOf(
  name: string,
  query: Parameter[],
  body: ShapeSchema | undefined,
  reader: ShapeReader,
  at: (what: string) => Error,
): ShapeModel | undefined {
  if (reader.shapes.has(name)) throw at(`a component has the name ${name}.`);
  if (body) return reader.shape(name, body, "request");
  if (query.length === 0) return undefined;
  const plain = ["string", "integer", "number", "boolean"];
  const odd = query.find(
    ({ schema }) => !plain.includes(String(schema.type)) && !schema.additionalProperties,
  );
  if (odd) throw at(`the query parameter ${odd.name} is no text, number, boolean or map.`);
  const properties = Object.fromEntries(
    query.map(({ name, description, schema }) => [name, { ...schema, ...(description && { description }) }]),
  );
  const required = query.filter((each) => each.required).map((each) => each.name);
  return reader.shape(name, { type: "object", properties, required }, "request");
}

const NO_REPLY: ReplyModel = { kind: "object", shape: "", item: "", cursor: "", start: "", media: "" };

function replyOf(
  op: Operation,
  { responses }: Documented,
  reader: ShapeReader,
  cursor: ShapeSchema | undefined,
  at: (what: string) => Error,
): ReplyModel {
  const schemas = Object.values(op.replies).map(
    ({ status }) => responses[status]?.content?.["application/json"]?.schema ?? {},
  );
  const names = new Set(schemas.map(({ $ref = "" }) => $ref.split("/").at(-1) ?? ""));
  const [shape = ""] = names;
  if (names.size !== 1 || !shape) throw at("its replies must share one schema that is a named component.");
  const { fields } = reader.shape(shape, schemas[0] ?? {}, "reply");
  const object = fields.find(({ name }) => name === "object")?.type;
  if (object?.kind !== "string" || object.values.join() !== "list") return { ...NO_REPLY, shape };
  const data = fields.find(({ name }) => name === "data")?.type;
  if (data?.kind !== "list" || data.of.kind !== "shape") throw at("its list has no `data` of named objects.");
  const { properties: list = {} } = reader.object(schemas[0] ?? {}, shape);
  const item = reader.object(list.data?.items ?? {}, data.of.name);
  return { ...NO_REPLY, kind: "list", shape, item: data.of.name, cursor: cursorOf(item, cursor, at) };
}

/** What continues a list: an item's id, or else the field whose schema `starting_after` has. */
function cursorOf(
  item: ShapeSchema,
  cursorShape: ShapeSchema | undefined,
  at: (what: string) => Error,
): string {
  const { properties = {}, required = [] } = item;
  const kind = ({ description: _, ...schema }: ShapeSchema = {}) => JSON.stringify(schema);
  const alike = required.filter((name) => kind(properties[name]) === kind(cursorShape));
  const [cursor, ...others] = required.includes("id") ? ["id"] : alike;
  if (!cursor || others.length > 0)
    throw at("its list has no cursor: an `id`, or one required field with the schema of `starting_after`.");
  return cursor;
}

/** The operation's name without the words of its resource: `createDriver` in `drivers` is `create`. */
function methodName(id: string, resource: string): string {
  const parts = new Set(
    wordsOf(resource).flatMap((word) => [word, word.replace(/ies$/, "y").replace(/s$/, "")]),
  );
  const [verb = "", ...rest] = wordsOf(id.replaceAll(/(\d+)/g, " $1"));
  return camel([verb, ...rest.filter((word) => !parts.has(word))].join(" "));
}
