import * as z from "zod/mini";
import { note } from "../../domain/text.ts";
import { operation } from "../operation.ts";
import { found } from "../replies.ts";

const OpenApiResponse = z
  .looseObject({
    openapi: note(z.string(), "Version of the OpenAPI specification."),
    info: note(
      z.looseObject({
        title: note(z.string(), "Name of the API."),
        version: note(z.string(), "Version of the API."),
      }),
      "About the API.",
    ),
  })
  .register(z.globalRegistry, { id: "OpenApiDocument" });

export const getAgentOpenapiOperation = operation({
  name: "get-agent-openapi",
  method: "GET",
  path: "/api/openapi.json",
  tag: "Description",
  summary: "Get the OpenAPI document",
  description: "The OpenAPI 3.1 document of the Agent API.",
  replies: found("The OpenAPI document.", OpenApiResponse, {
    openapi: "3.1.0",
    info: { title: "Agent API", version: "1.0.0" },
  }),
  cacheFor: 300,
  access: {},
  budget: { calls: 0, writeUnits: 0, readUnits: 0 },
});
