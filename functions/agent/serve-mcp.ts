import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { checkRothEligibilityOperation } from "../../shared/contract/agent/check-roth-eligibility.ts";
import { getProductInfoOperation } from "../../shared/contract/agent/get-product-info.ts";
import { getSignupStatusOperation } from "../../shared/contract/agent/get-signup-status.ts";
import { registerPartnerOperation } from "../../shared/contract/agent/register-partner.ts";
import { startSignupOperation } from "../../shared/contract/agent/start-signup.ts";
import { Problem } from "../../shared/contract/errors.ts";
import { serveMcpPage } from "../../shared/contract/mcp.ts";
import { takePlaces } from "../../shared/http/guard/rate-limit.ts";
import { confirmationStep } from "../../shared/http/mcp/confirmation-step.ts";
import { mcpEndpoint, rpcError, rpcProblem } from "../../shared/http/mcp/mcp-endpoint.ts";
import { serverWith } from "../../shared/http/mcp/mcp-server.ts";
import { type McpTool, mcpTool } from "../../shared/http/mcp/mcp-tool.ts";
import { baseUrl } from "../../shared/http/serve/responses.ts";
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
const endpoint = mcpEndpoint(serverFor, (source, places) =>
  takePlaces({ ...serveMcpPage, method: "GET" }, source, new Date(), places),
);

export const handler = serveRequests("serve-mcp", endpoint, {
  explain: (error) =>
    error instanceof Problem
      ? rpcProblem(error)
      : rpcError(500, -32603, "Something went wrong on our side. Try again with exponential backoff."),
});

/** The SDK makes the protocol's schemas at first need: here, while Lambda lends a full CPU. */
await mcpEndpoint(serverFor)(firstRequest());

function firstRequest(): APIGatewayProxyEventV2 {
  const version = "2026-07-28";
  const _meta = {
    "io.modelcontextprotocol/protocolVersion": version,
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  const method = "server/discover";
  const { host, hostname } = new URL(baseUrl());
  return {
    headers: {
      host,
      "content-type": "application/json",
      "mcp-protocol-version": version,
      "mcp-method": method,
    },
    requestContext: { domainName: hostname, http: { sourceIp: "" } },
    body: JSON.stringify({ jsonrpc: "2.0", id: 0, method, params: { _meta } }),
  } as unknown as APIGatewayProxyEventV2;
}
