import { getAgentOpenapi } from "../../shared/contract/agent/get-agent-openapi.ts";
import { agentDocument } from "../../shared/http/serve/agent-document.ts";
import { serve } from "../../shared/http/serve/serve.ts";

/** Printed once an environment, while it starts. */
const document = agentDocument();

export const handler = serve(getAgentOpenapi, { answer: (_, { reply }) => reply("found", document) });
