import { mcpEndpoint, rpcError } from "../../shared/http/mcp-endpoint.ts";
import { serveRequests } from "../../shared/http/serve.ts";
import { serverFor } from "./mcp-server.ts";

/** The service for assistants, at one address for every revision of MCP. */
export const handler = serveRequests("serve-mcp", mcpEndpoint(serverFor), {
  explain: () =>
    rpcError(500, -32603, "Something went wrong on our side. Try again with exponential backoff."),
});
