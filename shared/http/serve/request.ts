import type { APIGatewayProxyEventV2 } from "aws-lambda";
import * as z from "zod/mini";
import { queryOf } from "../../contract/dry-run.ts";
import { invalid, Problem } from "../../contract/errors.ts";
import { MAX_BODY_BYTES, type Operation } from "../../contract/operation.ts";
import { PARSING, refusedInput, unknownObject } from "./refused-input.ts";
import { decodeUtf8, givenTwice, parseJson, readPairs } from "./request-text.ts";

type Parsed<S> = S extends z.ZodMiniType ? z.output<S> : undefined;

export type Input<O extends Operation> = {
  params: Parsed<O["params"]>;
  query: Parsed<O["query"]>;
  body: Parsed<O extends { accepts: infer Accepted } ? Accepted : O["body"]>;
};

/** Gateway payload 2.0. Throws the Problem that names the fault. */
export function readRequest<O extends Operation>(op: O, event: APIGatewayProxyEventV2): Input<O> {
  return {
    params: op.params && readParams(op.params, event.pathParameters ?? {}),
    query: readQuery(queryOf(op), event.rawQueryString),
    body: op.body ? parse(op.accepts ?? op.body, readBody(op, event)) : refuseBody(op, event),
  } as Input<O>;
}

export function readArguments<O extends Operation>(op: O, value: unknown): Input<O> {
  const args = (value ?? {}) as Record<string, unknown>;
  if (op.body) return { body: parse(op.body, args) } as Input<O>;
  if (op.params) return { params: readParamArguments(op.params, args) } as Input<O>;
  const written = Object.entries(args).map(([name, value]) => [name, String(value)]);
  return { query: readQuery(op.query, new URLSearchParams(written).toString()) } as Input<O>;
}

/** A path has exactly its parameters. Arguments may lack one, or have one too many. */
function readParamArguments(schema: z.ZodMiniType, args: Record<string, unknown>) {
  const result = schema.safeParse(args, PARSING);
  const problem = result.error && refusedInput(result.error, schema);
  if (problem && problem.code !== "parameter_invalid") throw problem;
  return readParams(schema, args);
}

function parse(schema: z.ZodMiniType, value: unknown) {
  const result = schema.safeParse(value, PARSING);
  if (!result.success) throw refusedInput(result.error, schema);
  return result.data;
}

/** An id of another form is unknown like any other: 404. */
function readParams(schema: z.ZodMiniType, value: unknown) {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const name = String(result.error.issues[0]?.path[0] ?? "");
  throw unknownObject(name);
}

type Pairs = Record<string, string>;

const Nothing = z.strictObject({});

/** Reads the raw text, because the gateway's own map joins repeated parameters. */
function readQuery(schema: z.ZodMiniObject | undefined, raw: string) {
  if (!schema) return readNoQuery(raw);
  const query: Record<string, string | Pairs> = Object.create(null);
  for (const [written, value] of readPairs(raw, "query")) {
    const [, field = written, key] = /^(\w+)\[([^\]]*)\]$/.exec(written) ?? [];
    const fieldSchema = Object.hasOwn(schema.shape, field) && schema.shape[field];
    // Only a parameter of pairs takes an object.
    const takesPairs = fieldSchema && z.safeParse(fieldSchema, {}).success;
    if (takesPairs && key === undefined) throw mixedParameter(field);
    const into = takesPairs ? pairsOf(query, field) : query;
    const name = takesPairs ? (key ?? "") : written;
    if (fieldSchema && (takesPairs || key === undefined) && name in into) throw givenTwice(written);
    into[name] = value;
  }
  return parse(schema, { ...query });
}

/** An operation without a query: the first parameter is unknown, also if it is doubled or no UTF-8. */
function readNoQuery(raw: string): undefined {
  const [name] = new URLSearchParams(raw).keys();
  if (name !== undefined) parse(Nothing, { [name]: "" });
}

function pairsOf(query: Record<string, string | Pairs>, field: string): Pairs {
  query[field] ??= Object.create(null) as Pairs;
  return query[field] as Pairs;
}

const mixedParameter = (field: string) =>
  invalid(`\`${field}\` must be written as \`${field}[name]=value\`.`, field);

const isForm = (type: string) => type === "application/x-www-form-urlencoded";

export const mediaType = (event: APIGatewayProxyEventV2): string =>
  (event.headers["content-type"] ?? "").split(";")[0]?.trim().toLowerCase() ?? "";

function readBody(op: Operation, event: APIGatewayProxyEventV2): unknown {
  const bytes = requestBody(event);
  const { maxBodyBytes: most = MAX_BODY_BYTES } = op;
  if (bytes.length > most) throw tooLarge(most);

  const type = mediaType(event);
  if (op.form && isForm(type)) return readForm(decodeUtf8(bytes));
  if (bytes.length > 0 && type !== "application/json") {
    const also = op.form ? " or `application/x-www-form-urlencoded`" : "";
    throw new Problem(
      "unsupported_media_type",
      `The content type is not supported. Send the body as \`application/json\`${also}.`,
    );
  }
  return op.mayOmitBody && bytes.length === 0 ? {} : readObject(bytes);
}

/** Refuses a body, whose caller expects an effect. Some clients send `{}` for no body. */
function refuseBody(op: Operation, event: APIGatewayProxyEventV2): undefined {
  if (op.method !== "GET" && event.body) parse(Nothing, readBody(op, event));
}

export const tooLarge = (most: number): Problem =>
  new Problem("body_too_large", `The body is larger than the maximum of ${most / 1024} KiB.`);

const readObject = (bytes: Buffer): object => requireObject(parseJson(decodeUtf8(bytes)));

/** A body that is JSON, or the same as a part of a larger one. */
export function requireObject(value: unknown): object {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value;
  throw new Problem("body_invalid_json", "The body is valid JSON, but not an object. Send a JSON object.");
}

/** A form that is too large to read. Browsers write a quote as `%22`. */
export const tooLargeProblem = (event: APIGatewayProxyEventV2): Problem | undefined =>
  requestBody(event).length <= MAX_BODY_BYTES
    ? undefined
    : new Problem(
        "body_too_large",
        "What you sent is larger than the maximum of 64 KiB, in which a quote or a brace counts as three bytes.",
      );

export function formFields(event: APIGatewayProxyEventV2): Record<string, string> {
  const bytes = requestBody(event);
  return bytes.length <= MAX_BODY_BYTES && isForm(mediaType(event)) ? readForm(decodeUtf8(bytes)) : {};
}

/** The bytes of the body as its caller wrote them. A compressed body is refused (RFC 9110, 15.5.16). */
export function requestBody(event: APIGatewayProxyEventV2): Buffer {
  const coding = event.headers["content-encoding"] ?? "identity";
  if (coding.trim().toLowerCase() === "identity") return sentBody(event);
  throw new Problem(
    "unsupported_media_type",
    "The body has a `content-encoding`, which is not supported. Send the body uncompressed and without this header.",
    null,
    { "accept-encoding": "identity" },
  );
}

export const sentBody = ({ body = "", isBase64Encoded }: APIGatewayProxyEventV2) =>
  Buffer.from(body, isBase64Encoded ? "base64" : "utf8");

/** A browser sends every field of a form. An empty one counts as absent. */
function readForm(text: string): Record<string, string> {
  const fields = new Map<string, string>();
  for (const [name, value] of readPairs(text, "form")) {
    if (fields.has(name)) throw givenTwice(name);
    fields.set(name, value);
  }
  return Object.fromEntries([...fields].filter(([, value]) => value.trim() !== ""));
}
