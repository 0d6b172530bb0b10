import { openapiReply } from "../openapi/openapi-reply.ts";
import { operation } from "../operation.ts";

export const getPlatformOpenapiOperation = operation({
  name: "get-platform-openapi",
  method: "GET",
  path: "/v1/openapi.json",
  tag: "Description",
  summary: "Get the OpenAPI document",
  description: "The OpenAPI 3.1 document of the Platform API. Needs no key.",
  replies: openapiReply("PlatformOpenApiDocument", "Platform API"),
  cacheFor: 3600,
  access: {},
  budget: { calls: 0, writeUnits: 0, readUnits: 0 },
});
