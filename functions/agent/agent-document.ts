import { agentApi, agentDescription } from "../../shared/contract/agent-api.ts";
import { openapi } from "../../shared/contract/openapi/openapi.ts";
import { baseUrl } from "../../shared/http/responses.ts";

/** The Agent API's OpenAPI description, as this deployment answers it. */
export const agentDocument = () =>
  openapi(agentApi, agentDescription, baseUrl()) as {
    openapi: string;
    info: { title: string; version: string };
  };
