import * as z from "zod/mini";
import { note } from "../../domain/text/text.ts";
import { found } from "../replies.ts";

/** `id`: the name of the schema in the document of the API that `title` names. */
export const openapiReply = (id: string, title: string) =>
  found(
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
      .register(z.globalRegistry, { id }),
    { openapi: "3.1.0", info: { title, version: "1.0.0" } },
  );
