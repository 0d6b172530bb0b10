import type * as z from "zod/mini";
import { queryOf } from "../dry-run.ts";
import { canFollow, isRepeatable, type Operation, operationId, type Reply } from "../operation.ts";
import { failures, isOnEach, type Shared } from "./openapi-errors.ts";
import {
  componentName,
  headerRefs,
  type Json,
  parameterFields,
  ref,
  type SchemaWriter,
} from "./openapi-schemas.ts";

export type Printing = {
  baseUrl: string;
  schema: SchemaWriter;
  /** Headers of each reply to a request with a key. */
  limitHeaders: readonly string[];
  isKeyed: boolean;
  shared: Shared;
};

export function describeOperation(op: Operation, printing: Printing): Json {
  const { baseUrl, limitHeaders, isKeyed, schema, shared } = printing;
  const isUsual = isKeyed === (op.scope !== undefined) && !op.form;
  const share = (name: string, parameter: Json) => shareIn(shared.parameters, name, parameter);
  const body = op.body && schema(op.body, "input", `${componentName(op.name)}Request`, op.bodyExample);
  return {
    operationId: operationId(op.name),
    tags: [op.tag],
    summary: op.summary,
    description: op.description,
    ...((op.params || queryOf(op) || isRepeatable(op)) && {
      parameters: [
        ...parameters("path", op.params).map((written) =>
          share(pathParameterName(op, String(written.name)), written),
        ),
        ...parameters("query", queryOf(op)).map((written) =>
          isShared(String(written.name)) ? share(componentName(String(written.name)), written) : written,
        ),
        ...(isRepeatable(op) ? [share(...idempotencyKey(op))] : []),
      ],
    }),
    // An open operation of an API that needs a key.
    ...(isKeyed && !op.scope && { security: [] }),
    ...(op.scope && { "x-scope": op.scope }),
    ...(body && {
      requestBody: {
        required: !op.mayOmitBody,
        content: {
          "application/json": { schema: body },
          ...(op.form && { "application/x-www-form-urlencoded": { schema: body } }),
        },
      },
    }),
    responses: {
      ...Object.fromEntries(
        Object.values(op.replies).map((reply) => [reply.status, success(op, reply, printing)]),
      ),
      ...(op.cacheFor && {
        304: {
          description: "Unchanged since the given etag.",
          headers: headerRefs("x-request-id", "etag"),
        },
      }),
      ...(op.form && {
        303: {
          description: "Response to a form post: redirects to the thank-you page.",
          headers: {
            ...headerRefs("x-request-id"),
            location: { description: "The page to open.", schema: { type: "string" } },
          },
        },
      }),
      ...failures(op, { baseUrl, limitHeaders, shared, isUsual }),
    },
  };
}

const isShared = (name: string) => name === "limit" || name === "dry_run";

/** An `id` is that of the path's own objects. */
const pathParameterName = ({ path }: Operation, name: string) =>
  componentName(name === "id" ? `${path.split("/")[2]} id` : name);

const idempotencyKey = ({ storesAnswerForever, givenOnce }: Operation): [name: string, Json] => [
  `Key${storesAnswerForever ? "Forever" : "30Days"}${givenOnce ? `Without${componentName(givenOnce)}` : ""}`,
  {
    name: "Idempotency-Key",
    in: "header",
    required: false,
    description: `Retry a request with the same value to get the original response again${givenOnce ? ` (without the \`${givenOnce}\`)` : ""}, with \`Idempotent-Replayed: true\`. Kept ${storesAnswerForever ? "forever" : "for 30 days"}.`,
    schema: { type: "string", minLength: 1, maxLength: 255, pattern: "^[!-~]*$" },
  },
];

function shareIn(components: Record<string, Json>, name: string, parameter: Json): Json {
  components[name] ??= parameter;
  const isSame = JSON.stringify(components[name]) === JSON.stringify(parameter);
  return isSame ? ref("parameters", name) : parameter;
}

const parameters = (where: "path" | "query", object: z.ZodMiniObject | undefined): Json[] =>
  (object ? parameterFields(object) : []).map(({ name, required, schema: { description, ...schema } }) => ({
    name,
    in: where,
    ...(required && { required }),
    description,
    ...(schema.type === "object" && { style: "deepObject", explode: true }),
    schema,
  }));

function success(op: Operation, reply: Reply, { schema: write, limitHeaders, shared }: Printing): Json {
  const schema = write(reply.schema, "output", `${componentName(op.name)}Reply`);
  return {
    description: reply.description,
    headers: {
      ...headerRefs(
        "x-request-id",
        ...(op.scope ? limitHeaders.filter(isOnEach) : []),
        ...(op.cacheFor ? ["etag"] : isRepeatable(op) ? ["idempotent-replayed"] : []),
      ),
      ...(canFollow(op) && { "retry-after": ref("headers", "pause") }),
    },
    content: {
      "application/json": {
        schema,
        ...ownExample(String(schema.$ref), reply.example, shared.schemaExamples),
      },
      ...(reply.alsoAs && { [reply.alsoAs]: { schema: { type: "string", format: "binary" } } }),
    },
  };
}

/** The first reply with a schema gives it its example. A list has none, because its entries have one. */
function ownExample(
  ref: string,
  example: unknown,
  parameters: Record<string, unknown>,
): { example?: unknown } {
  if ((example as { object?: unknown }).object === "list") return {};
  const name = ref.slice(ref.lastIndexOf("/") + 1);
  parameters[name] ??= example;
  return JSON.stringify(parameters[name]) === JSON.stringify(example) ? {} : { example };
}
