import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { gatewayEvent } from "./gateway-event.ts";

/** A request of the newest revision, with all that it must carry, as the gateway hands it on. */
export function mcpEvent(method: string, params: Record<string, unknown> = {}): APIGatewayProxyEventV2 {
  const version = "2026-07-28";
  const _meta = {
    "io.modelcontextprotocol/protocolVersion": version,
    "io.modelcontextprotocol/clientInfo": { name: "bench", version: "1" },
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  const body = { jsonrpc: "2.0", id: 1, method, params: { ...params, _meta } };
  const path = "/api/mcp";
  const event = gatewayEvent(`POST ${path}`, { method: "POST", path, pathParameters: {}, query: "", body });
  const headers = {
    accept: "application/json, text/event-stream",
    "mcp-protocol-version": version,
    "mcp-method": method,
    ...(typeof params.name === "string" && { "mcp-name": params.name }),
  };
  return { ...event, headers: { ...event.headers, ...headers } };
}

export const mcpCall = (name: string, args: Record<string, unknown>) =>
  mcpEvent("tools/call", { name, arguments: args });
