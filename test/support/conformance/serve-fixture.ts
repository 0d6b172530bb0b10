import { createRequestStateCodec, McpServer } from "@modelcontextprotocol/server";
import { mcpEndpoint } from "../../../shared/http/mcp/mcp-endpoint.ts";
import { serveRequests } from "../../../shared/http/serve/serve.ts";
import { registerContents } from "./fixture-contents.ts";
import { registerPrompts, registerResources } from "./fixture-reading.ts";
import { registerRounds, type State } from "./fixture-rounds.ts";

/** All environments share one key, because another environment can get the follow-up call. */
const states = createRequestStateCodec<State>({ key: new Uint8Array(32).fill(7) });
const fixed = { listChanged: false };

/**
 * The conformance suite's expected server, with a tool for every feature of the protocol. It runs behind our
 * endpoint, which proves that the endpoint supports the whole protocol.
 */
export const handler = serveRequests(
  "serve-mcp",
  mcpEndpoint(() => {
    const server = new McpServer(
      { name: "conformance-fixture", version: "1.0.0" },
      {
        capabilities: { tools: fixed, resources: fixed, prompts: fixed, logging: {}, completions: {} },
        requestState: { verify: states.verify },
        inputRequired: { legacyShim: false },
      },
    );
    registerContents(server);
    registerRounds(server, states);
    registerResources(server);
    registerPrompts(server);
    server.server.setRequestHandler("completion/complete", () => ({
      completion: { values: [], total: 0, hasMore: false },
    }));
    return server;
  }),
);
