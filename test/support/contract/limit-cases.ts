import * as zod from "zod";
import type { Json } from "../../../infra/local/test/support/http.ts";
import { Problem } from "../../../shared/contract/errors.ts";
import { argumentsOf, toolSchema } from "../../../shared/contract/openapi/tool-schema.ts";
import type { Operation } from "../../../shared/contract/operation.ts";
import { readRequest } from "../../../shared/http/serve/request.ts";
import { gatewayEvent } from "../cloud/gateway-event.ts";
import { sampleOf, valuesNear } from "./boundaries.ts";
import { bodySchema, describedOperations, follow } from "./openapi.ts";

/** `values`: at and around every limit of a field. `read`: what the service does with one. */
export type LimitCase = {
  title: string;
  document: Json;
  schema: Json;
  values: Json[];
  read: (value: Json) => unknown;
};

/** Why the service refuses a request. Undefined: it does not. */
export function problemOf(read: () => unknown): string | undefined {
  const { stackTraceLimit } = Error;
  // A stack costs more than the request.
  Error.stackTraceLimit = 0;
  try {
    read();
    return undefined;
  } catch (error) {
    if (error instanceof Problem) return error.message;
    throw error;
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

/**
 * Limits that depend on the account or on DNS, and of each payout of a batch. The handler keeps them, as a
 * journey shows.
 */
export const BY_HANDLER =
  /^(create-payout amount|create-payout-batch payouts|connect-platform redirect_url|(create|update)-webhook url)$/;

/** The values that the service accepts. None, where only the handler says. */
export const acceptedOf = ({ title, values, read }: LimitCase): Json[] =>
  BY_HANDLER.test(title) ? [] : values.filter((value) => problemOf(() => read(value)) === undefined);

const seen = new Set<string>();

/** Operations share schemas. Each is tried with all its values once, and in others with every seventh. */
function valuesOf(document: Json, schema: Json, sample: Json): Json[] {
  const written = JSON.stringify(schema);
  const values = valuesNear(document, schema, sample);
  if (seen.has(written)) return values.filter((_, i) => i % 7 === 0);
  seen.add(written);
  return values;
}

const readBody = (op: Operation) => (body: Json) =>
  readRequest(
    { ...op, params: undefined } as never,
    gatewayEvent(op.method, {
      body: JSON.stringify(body),
      headers: { "content-type": "application/json" },
    }),
  );

export const bodyCases = describedOperations.flatMap(([name, op, , document]) => {
  if (!op.body) return [];
  const written = bodySchema(document, `${op.method.toLowerCase()} ${op.path}`);
  const choices: Json[] = written.oneOf?.map((choice: Json) => follow(document, choice)) ?? [written];
  return choices.flatMap((schema) => {
    const fields = Object.keys(schema.properties);
    const fixed = Object.entries(op.bodyExample ?? {}).filter(([field]) => fields.includes(field));
    const base = { ...sampleOf(document, schema), ...Object.fromEntries(fixed) };
    return fields.map((field) => {
      const each = schema.properties[field];
      const near = valuesOf(document, each, base[field] ?? sampleOf(document, each));
      const { [field]: _, ...without } = base;
      const values = [
        base,
        ...near.map((value) => ({ ...base, [field]: value })),
        without,
        { ...base, colour: 1 },
      ];
      return { title: `${name} ${field}`, op, document, schema, values, read: readBody(op) };
    });
  });
});

export const queryCases = describedOperations.flatMap(([name, op, operation, document]) => {
  const parameters: Json[] = (operation.parameters ?? []).map((each: Json) => follow(document, each));
  const inQuery = parameters.filter((each) => each.in === "query");
  const required = inQuery.filter((each) => each.required);
  const base = Object.fromEntries(required.map((each) => [each.name, sampleOf(document, each.schema)]));
  return inQuery.map(({ name: field, schema }) => {
    const read = (value: Json) => {
      const pairs = Object.entries({ ...base, [field]: value }).flatMap(pairsOf);
      const query = new URLSearchParams(pairs as [string, string][]).toString();
      return readRequest(
        { ...op, params: undefined, body: undefined } as never,
        gatewayEvent("GET", { query }),
      );
    };
    const values = valuesOf(document, schema, sampleOf(document, schema)).filter(isWritableAs(schema));
    return { title: `${name} ${field}`, op, document, schema, values, read, base, field };
  });
});

const pairsOf = ([key, value]: [string, Json]): string[][] =>
  typeof value === "object"
    ? Object.entries<string>(value).map(([pair, text]) => [`${key}[${pair}]`, text])
    : [[key, String(value)]];

function isWritableAs({ type }: Json): (value: Json) => boolean {
  const kind = type === "integer" ? "number" : type;
  return (value) =>
    typeof value === kind &&
    (kind !== "object" || Object.values(value ?? {}).some((each) => each === `${each}`));
}

/** The same values as arguments of a tool, whose schemas are looser. */
export const toolCases: LimitCase[] = [
  ...bodyCases,
  ...queryCases.map(({ base, field, values, read, ...more }) => ({
    ...more,
    values: values.map((value) => ({ ...base, [field]: value })),
    read: (args: Json) => read(args[field]),
  })),
].flatMap(({ op, title, ...more }) =>
  op.tool ? [{ ...more, title: `tool ${title}`, schema: toolSchema(argumentsOf(op), "input") }] : [],
);

const inZod = new Map<Json, Json>();

/** zod finds components at `$defs`, and knows neither `unevaluatedProperties`, conditions nor exceptions. */
const writtenForZod = (part: Json) =>
  JSON.parse(
    JSON.stringify(part)
      .replaceAll('"#/components/schemas/', '"#/$defs/')
      .replaceAll('"unevaluatedProperties":', '"additionalProperties":')
      .replaceAll('"not":{"const":false}', '"const":true'),
    (key, value) => (key === "if" || key === "then" ? undefined : value),
  );

/** Whether zod allows a value, by the schema that `z.fromJSONSchema` makes of the published one. */
export function allowedByZod({ document, schema }: LimitCase): (value: Json) => boolean {
  const $defs = inZod.get(document) ?? writtenForZod(document.components.schemas);
  inZod.set(document, $defs);
  const parser = zod.fromJSONSchema({ ...writtenForZod(schema), $defs });
  return (value) => parser.safeParse(value).success;
}
