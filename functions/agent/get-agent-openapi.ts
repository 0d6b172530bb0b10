import { getAgentOpenapiOperation } from "../../shared/contract/agent/get-agent-openapi.ts";
import { agentApi, agentDescription } from "../../shared/contract/agent-api.ts";
import { openapi } from "../../shared/contract/openapi/openapi.ts";
import { baseUrl } from "../../shared/http/serve/responses.ts";
import { serve } from "../../shared/http/serve/serve.ts";

/** Printed once in each environment, while it starts. */
const document = openapi(agentApi, agentDescription, baseUrl());

export const handler = serve(getAgentOpenapiOperation, {
  answer: (_, { reply }) => reply("found", document),
});
