import { openapiReply } from "../openapi/openapi-reply.ts";
import { operation } from "../operation.ts";

export const getAgentOpenapiOperation = operation({
  name: "get-agent-openapi",
  method: "GET",
  path: "/api/openapi.json",
  tag: "Description",
  summary: "Get the OpenAPI document",
  description: "The OpenAPI 3.1 document of the Agent API.",
  replies: openapiReply("OpenApiDocument", "Agent API"),
  cacheFor: 300,
  access: {},
  budget: { calls: 0, writeUnits: 0, readUnits: 0 },
});
