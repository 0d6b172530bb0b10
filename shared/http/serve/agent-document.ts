import { agentApi, agentDescription } from "../../contract/agent-api.ts";
import { openapi } from "../../contract/openapi/openapi.ts";
import { baseUrl } from "./responses.ts";

/** The Agent API's OpenAPI description, as this deployment answers it. */
export const agentDocument = () =>
  openapi(agentApi, agentDescription, baseUrl()) as {
    openapi: string;
    info: { title: string; version: string };
  };
