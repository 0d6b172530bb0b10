import type * as z from "zod/mini";
import { brand } from "../../domain/brand.ts";
import { type Operation, operationId, type Reply } from "../operation.ts";
import { errorSchema, failures, gatewayErrorSchema } from "./openapi-errors.ts";
import { headerRefs, type Json, json, type SchemaWriter, schemaWriter, sorted } from "./openapi-schemas.ts";

/** The description of an API as a whole. */
export type ApiDescription = {
  title: string;
  version: string;
  description: string;
  /** The sections in reading order, by the `tag` of their operations. */
  tags: Readonly<Record<string, string>>;
  /** Authentication schemes, in OpenAPI form. Absent: no authentication. */
  securitySchemes?: Record<string, Json>;
  /** Headers of every reply besides `x-request-id`. */
  headers?: Record<string, Json>;
};

/** One API while its document is printed. `baseUrl` has no trailing slash. */
type Printing = { baseUrl: string; schema: SchemaWriter; everyReply: readonly string[]; isKeyed: boolean };

export type OpenApiDocument = {
  openapi: string;
  info: { title: string; version: string } & Json;
  paths: Record<string, Json>;
  components: Json;
} & Json;

/** `/health` is no operation of an API, so it has no path of its own in a document. */
const STATUS =
  "`GET /health` returns 200 while the service runs. With the query parameter `ready`, `GET /health?ready` returns 503 with the error `service_unavailable` while the service cannot reach its database.";

/**
 * The OpenAPI 3.1 document of some operations, generated from their records. Named schemas become components.
 */
export function openapi(
  operations: readonly Operation[],
  { title, version, description, tags, securitySchemes = {}, headers = {} }: ApiDescription,
  baseUrl: string,
): OpenApiDocument {
  const schemas: Record<string, Json> = { Error: errorSchema, GatewayError: gatewayErrorSchema };
  const everyReply = ["x-request-id", ...Object.keys(headers)];
  const isKeyed = Object.keys(securitySchemes).length > 0;
  const printing = { baseUrl, schema: schemaWriter(schemas), everyReply, isKeyed };
  const paths: Record<string, Json> = {};
  for (const op of operations) {
    paths[op.path] = { ...paths[op.path], [op.method.toLowerCase()]: describe(op, printing) };
  }
  return {
    openapi: "3.1.0",
    info: {
      title,
      version,
      description: `${description} ${STATUS}`,
      contact: { name: brand.serviceName, email: brand.supportEmail },
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
    },
    servers: [
      { url: "{base_url}", variables: { base_url: { default: baseUrl, description: "This deployment." } } },
    ],
    security: Object.keys(securitySchemes).map((name) => ({ [name]: [] })),
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      schemas: sorted(schemas),
      headers: usedIn(paths, { ...commonHeaders, ...headers }),
      ...(isKeyed && { securitySchemes }),
    },
  };
}

const string = { type: "string" };
const commonHeaders: Record<string, Json> = {
  "x-request-id": {
    description: "Identifies this request. Quote it when you contact support.",
    required: true,
    schema: string,
  },
  "retry-after": {
    description: "Number of seconds to wait before retrying.",
    required: true,
    schema: { type: "integer", minimum: 0 },
  },
  "cache-control": { description: "How long the response may be cached.", required: true, schema: string },
  "idempotent-replayed": {
    description:
      "`true` when this is the stored response to an earlier request with the same idempotency key.",
    schema: string,
  },
  "www-authenticate": { description: "How to authenticate.", required: true, schema: string },
  etag: {
    description: "Send it in `if-none-match` to get a 304 while the response is unchanged.",
    required: true,
    schema: string,
  },
};

const usedIn = (paths: Json, headers: Record<string, Json>) => {
  const text = JSON.stringify(paths);
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => text.includes(`"#/components/headers/${name}"`)),
  );
};

const idempotencyKey = ({ storeAnswerFor, givenOnce }: Operation): Json => ({
  name: "Idempotency-Key",
  in: "header",
  required: false,
  description: `Retry a request with the same value to get the original response again${givenOnce ? ` (without the \`${givenOnce}\`)` : ""}, with \`Idempotent-Replayed: true\`. Kept ${storeAnswerFor === "forever" ? "forever" : "for 30 days"}.`,
  schema: { type: "string", minLength: 1, maxLength: 255 },
});

function describe(op: Operation, printing: Printing): Json {
  const { baseUrl, schema, isKeyed } = printing;
  const everyReply = op.scope || !isKeyed ? printing.everyReply : ["x-request-id"];
  const body = op.body && schema(op.body, "input");
  return {
    operationId: operationId(op.name),
    tags: [op.tag],
    summary: op.summary,
    description: op.description,
    ...((op.params || op.query || op.storeAnswerFor) && {
      parameters: [
        ...parameters("path", op.params, schema),
        ...parameters("query", op.query, schema),
        ...(op.storeAnswerFor ? [idempotencyKey(op)] : []),
      ],
    }),
    // An open operation of an API that needs a key.
    ...(isKeyed && !op.scope && { security: [] }),
    ...(op.scope && { "x-scope": op.scope }),
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
        Object.values(op.replies).map((reply) => [reply.status, success(op, reply, schema, everyReply)]),
      ),
      ...(op.cacheFor && {
        304: {
          description: "Unchanged since the given etag.",
          headers: headerRefs(...everyReply, "etag", "cache-control"),
        },
      }),
      ...(op.form && {
        303: {
          description: "Response to a form post: redirects to the thank-you page.",
          headers: {
            ...headerRefs(...everyReply),
            location: { description: "The page to open.", schema: string },
          },
        },
      }),
      ...failures(op, baseUrl, everyReply),
    },
  };
}

function parameters(where: "path" | "query", object: z.ZodMiniObject | undefined, schema: SchemaWriter) {
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

const success = (op: Operation, reply: Reply, schema: SchemaWriter, everyReply: readonly string[]) => ({
  description: reply.description,
  headers: headerRefs(
    ...everyReply,
    "cache-control",
    ...(op.cacheFor ? ["etag"] : []),
    ...(op.storeAnswerFor ? ["idempotent-replayed"] : []),
  ),
  content: {
    ...json(schema(reply.schema, "output"), reply.example),
    // OpenAPI 3.1 describes binary content by its media type alone.
    ...(reply.alsoAs && { [reply.alsoAs]: {} }),
  },
});
