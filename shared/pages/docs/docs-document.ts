import type { ErrorCode } from "../../contract/errors.ts";
import { type ApiDescription, openapi } from "../../contract/openapi/openapi.ts";
import type { Operation } from "../../contract/operation.ts";
import { baseUrl } from "../../http/serve/responses.ts";

/** The part of JSON Schema that our OpenAPI documents use. */
export type Schema = {
  $ref?: string;
  type?: string | string[];
  anyOf?: Schema[];
  enum?: unknown[];
  const?: unknown;
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
  requestBody?: { content: Content };
  responses: Record<string, { description: string; content?: Content }>;
};

type Document = {
  paths: Record<string, Record<string, Omit<ApiOperation, "method" | "path">>>;
  components: { schemas: Record<string, Schema> };
};

/** An API as the reference pages show it. */
export type Described = { operations: readonly ApiOperation[]; named: Record<string, Schema> };

/** The reference pages use the same OpenAPI document that the API serves, so the two cannot differ. */
export function described(operations: readonly Operation[], description: ApiDescription): Described {
  const document = openapi(operations, description, baseUrl()) as unknown as Document;
  return {
    operations: Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({
        method: method.toUpperCase(),
        path,
        ...operation,
      })),
    ),
    named: document.components.schemas,
  };
}
