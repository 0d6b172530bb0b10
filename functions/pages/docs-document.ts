import { agentApi, agentDescription } from "../../shared/contract/agent-api.ts";
import type { ErrorCode } from "../../shared/contract/errors.ts";
import { openapi } from "../../shared/contract/openapi.ts";
import { baseUrl } from "../../shared/http/responses.ts";

/** As much of JSON Schema as the API's document uses. */
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
  in: "path" | "query";
  required: boolean;
  description?: string;
  schema: Schema;
};
export type ApiOperation = {
  method: string;
  path: string;
  operationId: string;
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

/** What the reference is printed from: the very document that `/api/openapi.json` answers, made once an environment. */
const document = openapi(agentApi, agentDescription, baseUrl()) as Document;

export const apiOperations: readonly ApiOperation[] = Object.entries(document.paths).flatMap(
  ([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      ...operation,
    })),
);

export const named = document.components.schemas;
