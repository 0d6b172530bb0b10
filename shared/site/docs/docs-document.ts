import type { ErrorCode } from "../../contract/errors.ts";
import { type ExampleArguments, exampleArguments } from "../../contract/openapi/example-arguments.ts";
import { type ApiDescription, openapi } from "../../contract/openapi/openapi.ts";
import { componentName } from "../../contract/openapi/openapi-schemas.ts";
import type { Operation } from "../../contract/operation.ts";
import { platformApi, platformDescription } from "../../contract/platform-api.ts";
import { baseUrl } from "../../http/serve/responses.ts";

export type Schema = {
  $ref?: string;
  type?: string | string[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  "x-extensible-enum"?: unknown[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  description?: string;
  format?: string;
  pattern?: string;
  minimum?: number;
  maximum?: number;
  exclusiveMaximum?: number;
  minLength?: number;
  maxLength?: number;
  maxItems?: number;
  examples?: unknown[];
};

type Content = {
  "application/json"?: { schema: Schema; example?: unknown; examples?: Record<ErrorCode, unknown> };
};
type Body = { content: { "application/json": { schema: Schema } } };
export type Parameter = {
  name: string;
  in: "path" | "query" | "header";
  required: boolean;
  description?: string;
  schema: Schema;
};
export type ApiOperation = {
  method: string;
  path: string;
  operationId: string;
  tags: string[];
  "x-scope"?: string;
  summary: string;
  description: string;
  parameters?: Parameter[];
  body?: Schema;
  responses: Record<string, { description: string; content?: Content }>;
  example: ExampleArguments;
};

type Document = {
  paths: Record<
    string,
    Record<string, Omit<ApiOperation, "method" | "path" | "body" | "example"> & { requestBody?: Body }>
  >;
  components: {
    schemas: Record<string, Schema>;
    parameters: Record<string, Parameter>;
    responses: Record<string, ApiOperation["responses"][string]>;
  };
};

export type Described = { operations: readonly ApiOperation[]; named: Record<string, Schema> };

/** The reference pages use the same OpenAPI document that the API serves, so the two cannot differ. */
export function described(operations: readonly Operation[], description: ApiDescription): Described {
  const { sends: _, ...withoutEvents } = description;
  const { paths, components } = openapi(operations, withoutEvents, baseUrl()) as unknown as Document;
  return {
    operations: Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { parameters = [], responses, requestBody, ...operation }]) => ({
        method: method.toUpperCase(),
        path,
        ...operation,
        example: exampleArguments(recordOf(operations, method, path)),
        ...(requestBody && {
          body: target(requestBody.content["application/json"].schema, components.schemas),
        }),
        parameters: parameters.map((parameter) => target(parameter, components.parameters)),
        responses: Object.fromEntries(
          Object.entries(responses).map(([status, reply]) => [
            status,
            withExample(target(reply, components.responses), exampleOf(operations, method, path, status)),
          ]),
        ),
      })),
    ),
    named: components.schemas,
  };
}

let schemas: Record<string, Schema> | undefined;

export function platformSchemas(): Record<string, Schema> {
  schemas ??= (openapi(platformApi, platformDescription, baseUrl()) as unknown as Document).components
    .schemas;
  return schemas;
}

export const eventSchema = (type: string): Schema => platformSchemas()[`${componentName(type)}Event`] ?? {};

/** The document has one example for each schema; the record has one for each reply. */
function exampleOf(operations: readonly Operation[], method: string, path: string, status: string): unknown {
  const { replies } = recordOf(operations, method, path);
  return Object.values(replies).find((reply) => String(reply.status) === status)?.example;
}

function recordOf(operations: readonly Operation[], method: string, path: string): Operation {
  const operation = operations.find(
    (operation) => operation.path === path && operation.method.toLowerCase() === method,
  );
  if (!operation) throw new Error(`No record is for ${method} ${path}`);
  return operation;
}

type Response = ApiOperation["responses"][string];
function withExample(reply: Response, example: unknown): Response {
  const json = reply.content?.["application/json"];
  return json && example !== undefined
    ? { ...reply, content: { "application/json": { ...json, example } } }
    : reply;
}

/** The component that a reference names; anything else as it is. */
function target<T extends object>(node: T, components: Record<string, T>): T {
  const { $ref } = node as { $ref?: string };
  return $ref ? (components[$ref.slice($ref.lastIndexOf("/") + 1)] ?? node) : node;
}
