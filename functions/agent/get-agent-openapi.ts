import { getAgentOpenapi } from "../../shared/contract/agent/get-agent-openapi.ts";
import { agentApi, agentDescription } from "../../shared/contract/agent-api.ts";
import { openapi } from "../../shared/contract/openapi.ts";
import { baseUrl } from "../../shared/http/responses.ts";
import { serve } from "../../shared/http/serve.ts";

/** Printed once an environment, while it starts. */
const document = openapi(agentApi, agentDescription, baseUrl()) as {
  openapi: string;
  info: { title: string; version: string };
};

export const handler = serve(getAgentOpenapi, { answer: (_, { reply }) => reply("found", document) });
