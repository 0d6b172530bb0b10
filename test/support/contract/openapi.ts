import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import type { Json } from "../../../infra/local/test/support/http.ts";
import { agentApi, agentDescription } from "../../../shared/contract/agent-api.ts";
import { openapi } from "../../../shared/contract/openapi/openapi.ts";
import type { Operation } from "../../../shared/contract/operation.ts";
import { platformApi, platformDescription } from "../../../shared/contract/platform-api.ts";

const documentUrl = "https://api.roth.example";
export const agentDocument: Json = openapi(agentApi, agentDescription, documentUrl);
export const platformDocument: Json = openapi(platformApi, platformDescription, documentUrl);

/** Each operation, what its document says about it, and the document. */
export const describedOperations = (
  [
    [agentApi, agentDocument],
    [platformApi, platformDocument],
  ] as [readonly Operation[], Json][]
).flatMap(([operations, of]) =>
  operations.map((op) => [op.name, op, of.paths[op.path][op.method.toLowerCase()], of] as const),
);

/** The component that a reference names; anything else as it is. */
export const follow = (document: Json, node: Json): Json =>
  node?.$ref
    ? node.$ref
        .slice(2)
        .split("/")
        .reduce((at: Json, name: string) => at[name], document)
    : node;

/** The schema of the JSON body of an operation, such as `post /v1/drivers`. */
export function bodySchema(document: Json, operation: string): Json {
  const [method = "", path = ""] = operation.split(" ");
  return follow(document, document.paths[path][method].requestBody.content["application/json"].schema);
}

/** What an operation's document says of replies with a status. */
export const replyOf = (document: Json, operation: Json, status: number): Json =>
  follow(document, operation.responses[status] ?? operation.responses[`${String(status)[0]}XX`]);

const EXAMPLES = new Set(["example", "examples", "value"]);

/** Calls `visit` with every schema below `node` that has fields, and where it is. */
export function eachObject(node: Json, visit: (schema: Json, at: string) => void, at = "#"): void {
  if (typeof node !== "object" || node === null) return;
  if (node.type === "object" && typeof node.properties === "object") visit(node, at);
  for (const [key, value] of Object.entries<Json>(node)) {
    if (!EXAMPLES.has(key)) eachObject(value, visit, `${at}/${key}`);
  }
}

/** All components that a part of the document uses, directly or through others. */
export function usedBy(document: Json, part: Json, parts = new Map<string, Json>()): Map<string, Json> {
  for (const [, ref = ""] of JSON.stringify(part ?? null).matchAll(/"\$ref":"([^"]+)"/g)) {
    if (parts.has(ref)) continue;
    parts.set(ref, follow(document, { $ref: ref }));
    usedBy(document, parts.get(ref), parts);
  }
  return parts;
}

const compilers = new WeakMap<Json, (schema: string) => ValidateFunction>();

function compilerOf(document: Json): (schema: string) => ValidateFunction {
  const ajv = new Ajv2020({ strict: false }).addSchema(document, "document");
  formats.default(ajv);
  const validators = new Map<string, ValidateFunction>();
  return (schema) => {
    const validate = validators.get(schema) ?? ajv.compile(JSON.parse(schema));
    validators.set(schema, validate);
    return validate;
  };
}

/** Validates against a schema of the document. Most examples share a few schemas, so each compiles once. */
export function validatorOf(schema: Json, document: Json): ValidateFunction {
  const compile = compilers.get(document) ?? compilerOf(document);
  compilers.set(document, compile);
  return compile(JSON.stringify(schema).replaceAll('"#/', '"document#/'));
}
