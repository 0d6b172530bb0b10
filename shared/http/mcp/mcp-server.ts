import { McpServer } from "@modelcontextprotocol/server";
import { serverInfo } from "../../contract/mcp.ts";
import { brand } from "../../domain/brand.ts";
import { baseUrl } from "../serve/responses.ts";
import type { ServerFor } from "./mcp-endpoint.ts";
import { type ProductStory, registerPrompts, registerReadings } from "./mcp-reading.ts";
import type { McpTool } from "./mcp-tool.ts";

/** For the model: how the tools hang together. Facts only, since directories refuse servers that give orders. */
const instructions = [
  `${brand.serviceName} offers a ${brand.productName} for gig workers; launch status: ${brand.launchStatus}.`,
  "start_signup begins a signup, its owner confirms from a mailed link, and get_signup_status tells how far it is; nobody else can confirm.",
  "check_roth_eligibility is an educational estimate.",
  "With sandbox true, start_signup and register_partner rehearse: nobody is mailed and nothing about a person is stored.",
].join(" ");

const info = serverInfo(baseUrl());

/** What there is to list and read changes with a deployment only. */
const CACHE = { ttlMs: 3_600_000, cacheScope: "public" } as const;
const fixed = { listChanged: false };

const options = {
  instructions,
  // Nothing changes while a server lives, so who listens for changes is told at once that there are none.
  capabilities: { tools: fixed, resources: fixed, prompts: fixed },
  cacheHints: {
    "server/discover": CACHE,
    "tools/list": CACHE,
    "resources/list": CACHE,
    "resources/templates/list": CACHE,
    "resources/read": CACHE,
    "prompts/list": CACHE,
  },
  inputRequired: { legacyShim: false },
};

/** Makes the server of each request. `productStory` is what the product's resource reads. */
export const serverWith =
  (tools: readonly McpTool[], productStory: ProductStory): ServerFor =>
  ({ source }) => {
    const server = new McpServer(info, options);
    for (const tool of tools) tool.register(server, { source });
    registerReadings(server, productStory);
    registerPrompts(server);
    return server;
  };
