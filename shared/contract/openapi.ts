import * as z from "zod/mini";
import { brand } from "../domain/brand.ts";
import { type ErrorCode, envelope, errors } from "./errors.ts";
import { errorsOf, type Operation, operationId, type Reply } from "./operation.ts";

type Json = Record<string, unknown>;
type About = { title: string; version: string; description: string; baseUrl: string };

const json = (schema: unknown, example: unknown) => ({ "application/json": { schema, example } });
const ref = (kind: string, name: string) => ({ $ref: `#/components/${kind}/${name}` });

const string = { type: "string" };
const seconds = { type: "integer", minimum: 0 };
const headers: Record<string, Json> = {
  "x-request-id": { description: "Names this request; quote it when you ask for help.", schema: string },
  "retry-after": { description: "Whole seconds to wait before trying again.", schema: seconds },
  "cache-control": { description: "How long the reply may be kept.", schema: string },
  etag: {
    description: "Send it back in `if-none-match` to be answered 304 while nothing has changed.",
    schema: string,
  },
};
const headerRefs = (...names: string[]) =>
  Object.fromEntries(names.map((name) => [name, ref("headers", name)]));

/**
 * The OpenAPI 3.1 description of some operations, from their records alone. Named schemas become components;
 * a schema may publish another shape than it validates with (`x-published`), as a query's decimal text does.
 */
export function openapi(operations: readonly Operation[], about: About): Json {
  const components: Record<string, Json> = {};
  const schema = (source: z.ZodMiniType, io: "input" | "output"): Json => {
    const { $schema: _, $defs, ...root } = z.toJSONSchema(source, { io, override: publish }) as Json;
    Object.assign(components, $defs);
    return JSON.parse(JSON.stringify(root).replaceAll("#/$defs/", "#/components/schemas/"));
  };

  const paths: Record<string, Json> = {};
  for (const op of operations) {
    paths[op.path] = { ...paths[op.path], [op.method.toLowerCase()]: describe(op, schema, about.baseUrl) };
  }
  components.Error = errorSchema;
  return {
    openapi: "3.1.0",
    info: {
      title: about.title,
      version: about.version,
      description: about.description,
      contact: { name: brand.serviceName, email: brand.supportEmail },
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
    },
    servers: [
      {
        url: "{base_url}",
        variables: { base_url: { default: about.baseUrl, description: "This deployment." } },
      },
    ],
    security: [],
    tags: [...new Set(operations.map(tagOf))].map((name) => ({ name, description: tags[name] })),
    paths,
    components: { schemas: sorted(components), headers },
  };
}

const tags: Record<string, string> = {
  Signups: "Start a signup and follow it. Only the account owner can confirm one.",
  Product: "Facts about the product, the same for everybody.",
  Partners: "Be credited for the signups you bring.",
  Waitlist: "The public form.",
  Description: "This document.",
};

function tagOf(op: Operation): string {
  const [, , , noun = ""] = op.path.split("/");
  if (noun === "signups") return "Signups";
  if (noun === "partners") return "Partners";
  if (noun) return "Product";
  return op.path.includes("waitlist") ? "Waitlist" : "Description";
}

function describe(
  op: Operation,
  schema: (s: z.ZodMiniType, io: "input" | "output") => Json,
  baseUrl: string,
): Json {
  const body = op.body && schema(op.body, "input");
  return {
    operationId: operationId(op.name),
    tags: [tagOf(op)],
    summary: op.summary,
    description: op.description,
    ...((op.params || op.query) && {
      parameters: [...parameters("path", op.params, schema), ...parameters("query", op.query, schema)],
    }),
    ...(body && {
      requestBody: {
        required: true,
        content: {
          ...json(body, op.bodyExample),
          ...(op.form && { "application/x-www-form-urlencoded": { schema: body, example: op.bodyExample } }),
        },
      },
    }),
    responses: {
      ...Object.fromEntries(
        Object.values(op.replies).map((reply) => [reply.status, success(op, reply, schema)]),
      ),
      ...(op.cacheFor && {
        304: {
          description: "Unchanged since the etag given.",
          headers: headerRefs("etag", "cache-control", "x-request-id"),
        },
      }),
      ...(op.form && {
        303: {
          description: "Answer to a form post: see the thank-you page.",
          headers: {
            ...headerRefs("x-request-id"),
            location: { description: "The page to open.", schema: string },
          },
        },
      }),
      ...failures(op, baseUrl),
    },
  };
}

function parameters(
  where: "path" | "query",
  object: z.ZodMiniObject | undefined,
  schema: (s: z.ZodMiniType, io: "input") => Json,
) {
  if (!object) return [];
  const { properties, required = [] } = schema(object, "input") as {
    properties: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, { description, ...rest }]) => ({
    name,
    in: where,
    required: required.includes(name),
    description,
    schema: rest,
  }));
}

const success = (op: Operation, reply: Reply, schema: (s: z.ZodMiniType, io: "output") => Json) => ({
  description: reply.description,
  headers: headerRefs("x-request-id", "cache-control", ...(op.cacheFor ? ["etag"] : [])),
  content: json(schema(reply.schema, "output"), reply.example),
});

/** The gateway's own answers have its fixed body: they never reach our code. */
const gatewayAnswers: Record<number, string> = {
  400: 'A path whose percent-encoding is broken is refused by the gateway, with a body of its own: `{"message": "Bad Request"}`.',
  413: 'Bodies over 10 MB are refused by the gateway, with a body of its own: `{"message": ...}`.',
  429: 'The gateway may also refuse with its own body, `{"message": "Too Many Requests"}`, when the whole service is flooded.',
  500: 'The gateway may also answer with its own body, `{"message": "Internal Server Error"}`.',
  503: 'The gateway may also answer with its own body, `{"message": "Service Unavailable"}`.',
};

function failures(op: Operation, baseUrl: string) {
  const byStatus = Map.groupBy(errorsOf(op), (code) => errors[code][0]);
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      status,
      {
        description: [...codes.map((code) => `\`${code}\`: ${errors[code][2]}`), gatewayAnswers[status]]
          .filter(Boolean)
          .join("\n\n"),
        headers: headerRefs("x-request-id", ...(status === 429 ? ["retry-after"] : [])),
        content: {
          "application/json": {
            schema: ref("schemas", "Error"),
            examples: Object.fromEntries(
              codes.map((code) => [code, { value: failureExample(code, baseUrl) }]),
            ),
          },
        },
      },
    ]),
  );
}

const failureExample = (code: ErrorCode, baseUrl: string) =>
  envelope(
    { code, message: errors[code][2], param: code.startsWith("parameter") ? "email" : null },
    baseUrl + brand.docsPath,
  );

const errorSchema: Json = {
  type: "object",
  description: "The body of every error.",
  properties: {
    error: {
      type: "object",
      properties: {
        type: { type: "string", description: "The error's class.", examples: ["invalid_request_error"] },
        code: {
          type: "string",
          description: "What went wrong, for programs.",
          "x-extensible-enum": Object.keys(errors),
        },
        message: { type: "string", description: "What went wrong, for people." },
        param: { type: ["string", "null"], description: "The parameter to blame, where there is one." },
        doc_url: { type: "string", format: "uri", description: "A page that explains the code." },
      },
      required: ["type", "code", "message", "param", "doc_url"],
    },
  },
  required: ["error"],
};

/** Leaves out what JSON Schema readers cannot use: the date pattern, and the bounds of a JavaScript integer. */
function publish({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  const published = jsonSchema["x-published"];
  if (published) {
    for (const key of ["type", "pattern", "examples", "x-published"]) delete jsonSchema[key];
    Object.assign(jsonSchema, published);
  }
  if (jsonSchema.format === "date-time" || jsonSchema.format === "email") delete jsonSchema.pattern;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
}

const sorted = (object: Record<string, Json>) =>
  Object.fromEntries(Object.entries(object).sort(([a], [b]) => (a < b ? -1 : 1)));
