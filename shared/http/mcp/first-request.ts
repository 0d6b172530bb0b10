import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { baseUrl } from "../serve/responses.ts";

/** The SDK makes the protocol's schemas at first need: with this, while Lambda lends a full CPU. */
export function firstRequest(): APIGatewayProxyEventV2 {
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
