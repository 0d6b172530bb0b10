import { unpacked } from "../serve/document.ts";

/** The OpenAPI document of the Agent API. Loaded on demand: few clients read it. */
export const agentOpenapi = (): string => unpacked(AGENT_OPENAPI);
