import { McpServer } from "@modelcontextprotocol/server";
import { serverInfo } from "../../contract/mcp.ts";
import { brand } from "../../domain/brand/brand.ts";
import { baseUrl } from "../serve/responses.ts";
import type { ServerFor } from "./mcp-endpoint.ts";
import { type ProductSteps, registerPrompts, registerReadings } from "./mcp-reading.ts";
import type { McpTool } from "./mcp-tool.ts";

/** Explains the tools to the model. Facts only: directories reject servers whose instructions give orders. */
const instructions = [
  `${brand.serviceName} offers a ${brand.productName} for gig workers. Launch status: ${brand.launchStatus}.`,
  "start_signup starts a signup. Only the account owner can confirm it, from an emailed link. get_signup_status returns its status.",
  "check_roth_eligibility returns an educational estimate.",
  "With sandbox true, start_signup and register_partner send no email and store nothing about a person.",
].join(" ");

const info = serverInfo(baseUrl());

/** Lists and resources change only with a deployment. */
const CACHE = { ttlMs: 3_600_000, cacheScope: "public" } as const;
const fixed = { listChanged: false };

const options = {
  instructions,
  // Nothing changes while the server runs, so clients need not listen for changes.
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

export const serverWith =
  (tools: readonly McpTool[], productSteps: ProductSteps): ServerFor =>
  ({ source }) => {
    const server = new McpServer(info, options);
    for (const tool of tools) tool.register(server, { source });
    const now = new Date();
    registerReadings(server, productSteps, now);
    registerPrompts(server, now);
    return server;
  };
