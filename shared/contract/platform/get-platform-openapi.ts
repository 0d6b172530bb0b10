import * as z from "zod/mini";
import { note } from "../../domain/text.ts";
import { operation } from "../operation.ts";
import { found } from "../replies.ts";

export const getPlatformOpenapiOperation = operation({
  name: "get-platform-openapi",
  method: "GET",
  path: "/v1/openapi.json",
  tag: "Description",
  summary: "Get the OpenAPI document",
  description: "The OpenAPI 3.1 document of the Platform API. Needs no key.",
  replies: found(
    "The OpenAPI document.",
    z
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
      .register(z.globalRegistry, { id: "PlatformOpenApiDocument" }),
    { openapi: "3.1.0", info: { title: "Platform API", version: "1.0.0" } },
  ),
  cacheFor: 3600,
  access: {},
  budget: { calls: 0, writeUnits: 0, readUnits: 0 },
});
