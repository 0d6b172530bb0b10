import { getAgentOpenapi } from "../../shared/contract/agent/get-agent-openapi.ts";
import { agentApi } from "../../shared/contract/agent-api.ts";
import { openapi } from "../../shared/contract/openapi.ts";
import { brand } from "../../shared/domain/brand.ts";
import { baseUrl } from "../../shared/http/responses.ts";
import { serve } from "../../shared/http/serve.ts";

/** Printed once an environment, while it starts. */
const document = openapi(agentApi, {
  title: "Agent API",
  version: "1.0.0",
  description: `Lets an agent start a signup for a ${brand.productName}, which only the account owner can confirm, check an estimate of eligibility, read product facts and register as a partner. No credentials; limited per address. ${brand.disclosures}`,
  baseUrl: baseUrl(),
}) as { openapi: string; info: { title: string; version: string } };

export const handler = serve(getAgentOpenapi, { answer: (_, { reply }) => reply("found", document) });
