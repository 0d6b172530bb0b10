import { openapi } from "../../shared/contract/openapi/openapi.ts";
import { getPlatformOpenapiOperation } from "../../shared/contract/platform/get-platform-openapi.ts";
import { platformApi, platformDescription } from "../../shared/contract/platform-api.ts";
import { baseUrl } from "../../shared/http/serve/responses.ts";
import { serve } from "../../shared/http/serve/serve.ts";

/** Printed once in each environment, while it starts. */
const document = openapi(platformApi, platformDescription, baseUrl());

export const handler = serve(getPlatformOpenapiOperation, {
  answer: (_, { reply }) => reply("found", document),
});
