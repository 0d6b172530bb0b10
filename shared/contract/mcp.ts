import { brand } from "../domain/brand/brand.ts";
import { unionOf } from "../domain/access/noun.ts";
import { MINUTE } from "../domain/limit/window.ts";
import { API_VERSION, agentApi } from "./agent-api.ts";
import type { Operation, PageRecord, Tool } from "./operation.ts";

export type ToolOperation = Operation & { tool: Tool };

export const toolOperations: readonly ToolOperation[] = (agentApi as readonly Operation[]).filter(
  (op): op is ToolOperation => op.tool !== undefined,
);

export const REQUESTS_A_MINUTE = 60;
export const MAX_MESSAGES = 10;
/** The most documents that the messages of one request read: a document has 500 times a message's bytes. */
export const MAX_READINGS = 1;
/** A batch counts as one request for this many of its messages, so 60 requests have at most 300. */
export const MESSAGES_A_REQUEST = 5;

export const placesOf = (messages: number): number => Math.max(1, Math.ceil(messages / MESSAGES_A_REQUEST));

/** Its access is the union of the tools'. Its limits count requests, and each tool counts its calls too. */
export const serveMcpPage: PageRecord = {
  name: "serve-mcp",
  routes: ["POST /api/mcp"],
  limits: [{ count: REQUESTS_A_MINUTE, seconds: MINUTE }],
  perSecond: 60,
  access: unionOf(toolOperations.map(({ access }) => access)),
};

/** The supported protocol revisions, newest first. A test speaks each. */
export const protocolVersions = ["2026-07-28", "2025-11-25", "2025-06-18", "2025-03-26"];

export const serverInfo = (baseUrl: string) => ({
  name: brand.serviceSlug,
  title: brand.serviceName,
  version: API_VERSION,
  websiteUrl: `${baseUrl}/`,
  icons: [
    { src: `${baseUrl}/assets/icon.svg`, mimeType: "image/svg+xml" },
    { src: `${baseUrl}/assets/icon.png`, mimeType: "image/png", sizes: ["48x48"] },
  ],
});
