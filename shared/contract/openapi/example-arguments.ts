import type { Operation } from "../operation.ts";
import { parameterFields } from "./openapi-schemas.ts";

export type ExampleArguments = {
  path: Readonly<Record<string, string>>;
  fields: Readonly<Record<string, unknown>>;
};

/** Filled in when the page is read: a fixed address does not resolve, and a fixed time gets too old. */
export const sampleReceiver = "{{receiver}}";
export const sampleYesterday = "{{yesterday}}";

/** The result pages of samples are short. */
const LIMIT = 10;

const objectNames: Readonly<Record<string, string>> = {
  batches: "BATCH_ID",
  payments: "PAYOUT_ID",
  webhooks: "ENDPOINT_ID",
};

export function exampleArguments(op: Operation): ExampleArguments {
  const { path, params, query, body, bodyExample = {}, replies } = op;
  const segments = path.split("/");
  const example = (Object.values(replies)[0]?.example ?? {}) as Readonly<Record<string, unknown>>;
  const element = ((example.data as unknown[] | undefined)?.[0] ?? example) as typeof example;
  const values = (params ? parameterFields(params) : []).map(({ name }) => {
    const before = segments[segments.indexOf(`{${name}}`) - 1] ?? "";
    const isId = name.endsWith("_id");
    return [
      name,
      name === "id" || name === "entry_id" ? idOf(before) : isId ? name.toUpperCase() : String(element[name]),
    ];
  });
  return {
    path: Object.fromEntries(values),
    fields: Object.fromEntries(
      body ? Object.entries(bodyExample).map(ownValue) : query ? exampleQuery(query, element) : [],
    ),
  };
}

const idOf = (collection: string): string =>
  objectNames[collection] ?? `${collection.replace(/s$/, "").toUpperCase()}_ID`;

const ID = /^[a-z_]+_[0-9a-z]{26}$/;

function ownValue([name, value]: [string, unknown]): [string, unknown] {
  if (name === "url") return [name, sampleReceiver];
  if (name === "since") return [name, sampleYesterday];
  return [name, ID.test(String(value)) ? name.toUpperCase() : value];
}

function exampleQuery(
  query: NonNullable<Operation["query"]>,
  element: Readonly<Record<string, unknown>>,
): [string, unknown][] {
  return parameterFields(query).flatMap(({ name, required, schema }): [string, unknown][] => {
    const { examples, enum: choices } = schema as { examples?: unknown[]; enum?: unknown[] };
    if (name === "limit") return [[name, LIMIT]];
    const value = examples?.[0] ?? (required ? (choices?.[0] ?? element[name]) : undefined);
    if (required && value === undefined) throw new Error(`The query parameter ${name} has no example`);
    return value === undefined ? [] : [[name, value]];
  });
}
