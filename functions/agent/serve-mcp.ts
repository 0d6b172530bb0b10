import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { mcpEndpoint, rpcError } from "../../shared/http/mcp/mcp-endpoint.ts";
import { baseUrl } from "../../shared/http/serve/responses.ts";
import { serveRequests } from "../../shared/http/serve/serve.ts";
import { serverFor } from "./mcp-server.ts";

const endpoint = mcpEndpoint(serverFor);

/** The service for assistants, at one address for every revision of MCP. */
export const handler = serveRequests("serve-mcp", endpoint, {
  explain: () =>
    rpcError(500, -32603, "Something went wrong on our side. Try again with exponential backoff."),
});

/** The protocol's schemas are made when they are first needed: while the environment starts, where Lambda lends a full CPU. */
await endpoint(firstRequest());

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
