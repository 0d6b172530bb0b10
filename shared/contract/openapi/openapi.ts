import { brand } from "../../domain/brand/brand.ts";
import type { Operation } from "../operation.ts";
import { unnamedFields } from "./open-schema.ts";
import { errorSchemas, shareEqual } from "./openapi-errors.ts";
import { describeOperation } from "./openapi-operations.ts";
import { addTo, headerName, type Json, schemaWriter, sorted } from "./openapi-schemas.ts";
import {
  callbacks,
  deliveryHeaders,
  deliveryReplies,
  eventsTag,
  type Sending,
  webhooks,
} from "./openapi-webhooks.ts";

export type ApiDescription = {
  title: string;
  version: string;
  description: string;
  tags: Readonly<Record<string, string>>;
  /** Authentication schemes, in OpenAPI form. Absent: no authentication. */
  securitySchemes?: Record<string, Json>;
  headers?: Record<string, Json>;
  sends?: Sending;
};

export type OpenApiDocument = {
  openapi: string;
  info: { title: string; version: string } & Json;
  paths: Record<string, Json>;
  components: Json;
} & Json;

/** `/health` is no operation of an API, so it has no path of its own in a document. */
const STATUS =
  "`GET /health` returns 200 while the service runs. `GET /health?ready` returns 503 while it cannot reach its database.";

const OPEN =
  'Replies are open: a later release may add fields, and values to the lists in `x-extensible-enum`. So ignore unknown fields and expect unknown values. Requests reject unknown fields with a 400. Every reply of the service has the headers `x-request-id`, `cache-control`, `x-content-type-options: nosniff` and `strict-transport-security`; PDFs also have `x-robots-tag: noindex`. The gateway rejects a path with invalid percent-encoding: 400 with its own body, `{"message": "Bad Request"}`.';

/** OpenAPI 3.1, from the records. Shared error replies are components, as requests and replies are. */
export function openapi(
  operations: readonly Operation[],
  { title, version, description, tags, securitySchemes = {}, headers = {}, sends }: ApiDescription,
  baseUrl: string,
): OpenApiDocument {
  const schemas: Record<string, Json> = { ...errorSchemas, ...unnamedFields };
  const shared = {
    parameters: { ...(sends && deliveryHeaders) },
    responses: { ...(sends && deliveryReplies) },
    examples: {},
    schemaExamples: {} as Record<string, unknown>,
  };
  const limitHeaders = Object.keys(headers);
  const isKeyed = Object.keys(securitySchemes).length > 0;
  const schema = schemaWriter(schemas);
  const paths: Record<string, Json> = {};
  for (const op of operations) {
    const described = describeOperation(op, { baseUrl, schema, limitHeaders, isKeyed, shared });
    // A generator drops components that only webhooks use. The callback uses them too.
    const called = sends?.subscribedBy === op.name && { callbacks: callbacks(sends.events) };
    paths[op.path] = { ...paths[op.path], [op.method.toLowerCase()]: { ...described, ...called } };
  }
  shareEqual(paths, shared.responses);
  const sent = sends && webhooks(sends.events, schema, (name, written) => addTo(schemas, name, written));
  for (const [name, example] of Object.entries(shared.schemaExamples))
    schemas[name] = { ...schemas[name], examples: [example] };
  return {
    openapi: "3.1.0",
    info: {
      title,
      version,
      description: `${description} ${OPEN} ${STATUS}`,
      contact: { name: brand.serviceName, email: brand.supportEmail },
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
    },
    servers: [{ url: baseUrl }],
    security: Object.keys(securitySchemes).map((name) => ({ [name]: [] })),
    tags: [
      ...Object.entries(tags).map(([name, description]) => ({ name, description })),
      ...(sends ? [eventsTag] : []),
    ],
    paths,
    ...(sent && { webhooks: sent }),
    components: {
      schemas: sorted(schemas),
      parameters: sorted(shared.parameters),
      responses: sorted(shared.responses),
      examples: sorted(shared.examples),
      headers: usedIn({ paths, shared }, { ...commonHeaders, ...headers }),
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
  pause: {
    description:
      "With `ending_before`, if no more precede: seconds until you ask for newer ones. Absent with a filter.",
    schema: { type: "integer", minimum: 1 },
  },
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

const usedIn = (part: Json, headers: Record<string, Json>) => {
  const text = JSON.stringify(part);
  return Object.fromEntries(
    Object.entries(headers)
      .map(([name, header]) => [headerName(name), header] as const)
      .filter(([name]) => text.includes(`"#/components/headers/${name}"`)),
  );
};
