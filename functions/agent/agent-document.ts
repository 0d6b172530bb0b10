import { API_VERSION, agentApi } from "../../shared/contract/agent-api.ts";
import { openapi } from "../../shared/contract/openapi.ts";
import { brand } from "../../shared/domain/brand.ts";
import { baseUrl } from "../../shared/http/responses.ts";

/** The Agent API's OpenAPI description, as this deployment answers it. */
export const agentDocument = () =>
  openapi(agentApi, {
    title: "Agent API",
    version: API_VERSION,
    description: `Lets an agent start a signup for a ${brand.productName}, which only the account owner can confirm, check an estimate of eligibility, read product facts and register as a partner. No credentials; limited per address. ${brand.disclosures}`,
    baseUrl: baseUrl(),
  }) as { openapi: string; info: { title: string; version: string } };
