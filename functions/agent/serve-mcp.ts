import { checkRothEligibilityOperation } from "../../shared/contract/agent/check-roth-eligibility.ts";
import { getProductInfoOperation } from "../../shared/contract/agent/get-product-info.ts";
import { getSignupStatusOperation } from "../../shared/contract/agent/get-signup-status.ts";
import { registerPartnerOperation } from "../../shared/contract/agent/register-partner.ts";
import { startSignupOperation } from "../../shared/contract/agent/start-signup.ts";
import { serveMcpPage } from "../../shared/contract/mcp.ts";
import { takePlaces } from "../../shared/http/guard/rate-limit.ts";
import { confirmationStep } from "../../shared/http/mcp/confirmation-step.ts";
import { firstRequest } from "../../shared/http/mcp/first-request.ts";
import { explainToMcp, mcpEndpoint } from "../../shared/http/mcp/mcp-endpoint.ts";
import { serverWith } from "../../shared/http/mcp/mcp-server.ts";
import { type McpTool, mcpTool } from "../../shared/http/mcp/mcp-tool.ts";
import { serveRequests } from "../../shared/http/serve/serve.ts";
import { productSteps } from "./get-product-info.ts";

/**
 * Loaded at the first call, because most calls only list. A test compares the tools with contract and REST.
 */
const tools: readonly McpTool[] = [
  mcpTool(getProductInfoOperation, async () => productSteps),
  mcpTool(
    checkRothEligibilityOperation,
    async () => (await import("./check-roth-eligibility.ts")).eligibilitySteps,
  ),
  mcpTool(
    startSignupOperation,
    async () => (await import("./start-signup.ts")).signupSteps,
    confirmationStep,
  ),
  mcpTool(getSignupStatusOperation, async () => (await import("./get-signup-status.ts")).statusSteps),
  mcpTool(registerPartnerOperation, async () => (await import("./register-partner.ts")).partnerSteps),
];

const serverFor = serverWith(tools, productSteps);

/** Like a read: when the table is late, the request passes, because a tool that writes has its own limit. */
const endpoint = mcpEndpoint(serverFor, {
  meter: (source, places) => takePlaces({ ...serveMcpPage, method: "GET" }, source, new Date(), places),
});

export const handler = serveRequests("serve-mcp", endpoint, { explain: explainToMcp });

await mcpEndpoint(serverFor)(firstRequest());
