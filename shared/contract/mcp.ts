import { brand } from "../domain/brand.ts";
import type { Access, Noun } from "../domain/noun.ts";
import { API_VERSION, agentApi } from "./agent-api.ts";
import type { Operation, PageRecord, Tool } from "./operation.ts";

export type ToolOperation = Operation & { tool: Tool };

/** The operations that are MCP tools. */
export const toolOperations: readonly ToolOperation[] = (agentApi as readonly Operation[]).filter(
  (op): op is ToolOperation => op.tool !== undefined,
);

/** The MCP function runs the tools' own stories, so its access and its limits are the union of theirs. */
export const serveMcpPage: PageRecord = {
  name: "serve-mcp",
  routes: ["POST /api/mcp"],
  limits: toolOperations.flatMap(({ limits = [] }) => limits),
  access: unionOf(toolOperations.map(({ access }) => access)),
};

/** The supported protocol revisions, newest first. A test speaks each. */
export const protocolVersions = ["2026-07-28", "2025-11-25", "2025-06-18", "2025-03-26"];

/** The server's identity, for clients and registries. */
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

function unionOf(parts: readonly Access[]): Access {
  const union: Access = {};
  for (const part of parts) {
    for (const [noun, verbs] of Object.entries(part) as [Noun, Access[Noun]][]) {
      union[noun] = [...new Set([...(union[noun] ?? []), ...(verbs ?? [])])];
    }
  }
  return union;
}
