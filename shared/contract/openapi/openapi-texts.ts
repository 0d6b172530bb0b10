import { agentApi, agentDescription } from "../agent-api.ts";
import { platformApi, platformDescription } from "../platform-api.ts";
import { openapi } from "./openapi.ts";

/** The OpenAPI documents. The bundler runs this: see infra/stack/docs/docs-site.ts. */
export const openapiTexts = (address: string): Record<"agent" | "platform", string> => ({
  agent: JSON.stringify(openapi(agentApi, agentDescription, address)),
  platform: JSON.stringify(openapi(platformApi, platformDescription, address)),
});
