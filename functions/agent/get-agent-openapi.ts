import { getAgentOpenapiOperation } from "../../shared/contract/agent/get-agent-openapi.ts";
import { serveDocument } from "../../shared/http/serve/serve-document.ts";

export const handler = serveDocument(getAgentOpenapiOperation, AGENT_OPENAPI);
