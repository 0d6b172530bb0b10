import * as z from "zod/mini";
import { operation } from "../operation.ts";

export const getPlatformOpenapiOperation = operation({
  name: "get-platform-openapi",
  api: "platform",
  method: "GET",
  path: "/v1/openapi.json",
  tag: "Description",
  summary: "Get the OpenAPI document",
  description: "The OpenAPI 3.1 document of the Platform API. Needs no key.",
  replies: {
    found: {
      status: 200,
      description: "The OpenAPI document.",
      schema: z
        .looseObject({ openapi: z.string(), info: z.looseObject({ title: z.string(), version: z.string() }) })
        .register(z.globalRegistry, { id: "PlatformOpenApiDocument" }),
      example: { openapi: "3.1.0", info: { title: "Platform API", version: "1.0.0" } },
    },
  },
  cacheFor: 3600,
  access: {},
  budget: { calls: 0, writeUnits: 0, readUnits: 0 },
});
