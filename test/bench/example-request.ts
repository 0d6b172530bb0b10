import * as z from "zod/mini";
import type { Operation } from "../../shared/contract/operation.ts";

export type ExampleRequest = {
  method: string;
  /** With its parameters filled in. */
  path: string;
  pathParameters: Record<string, string>;
  query: string;
  body?: Record<string, unknown>;
};

/** The request that the contract's own examples describe. */
export function exampleRequest({ method, path, query, bodyExample, replies }: Operation): ExampleRequest {
  const [reply] = Object.values(replies);
  const known = (reply?.example ?? {}) as Record<string, string>;
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
  return {
    method,
    path: path.replace(/\{(\w+)\}/g, (_, name: string) => known[name] ?? name),
    pathParameters: Object.fromEntries(names.map((name) => [name, known[name] ?? name])),
    query: query ? exampleQuery(query) : "",
    ...(bodyExample && { body: bodyExample }),
  };
}

function exampleQuery(schema: z.ZodMiniObject): string {
  const { properties = {}, required = [] } = z.toJSONSchema(schema, { io: "input" }) as {
    properties?: Record<string, { enum?: string[]; examples?: string[] }>;
    required?: string[];
  };
  const values = required.map((name) => {
    const value = properties[name]?.examples?.[0] ?? properties[name]?.enum?.[0];
    if (value === undefined) throw new Error(`The query parameter ${name} has no example`);
    return [name, value];
  });
  return new URLSearchParams(values).toString();
}
