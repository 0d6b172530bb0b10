import { getAgentOpenapi } from "../../shared/contract/agent/get-agent-openapi.ts";
import { serve } from "../../shared/http/serve.ts";
import { agentDocument } from "./agent-document.ts";

/** Printed once an environment, while it starts. */
const document = agentDocument();

export const handler = serve(getAgentOpenapi, { answer: (_, { reply }) => reply("found", document) });
