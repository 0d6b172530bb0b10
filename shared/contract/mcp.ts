import type { Access, Noun } from "../domain/noun.ts";
import { agentApi } from "./agent-api.ts";
import type { Operation, Page, Tool } from "./operation.ts";

export type ToolOperation = Operation & { tool: Tool };

/** The operations that assistants can call. */
export const toolOperations: readonly ToolOperation[] = (agentApi as readonly Operation[]).filter(
  (op): op is ToolOperation => op.tool !== undefined,
);

/** The MCP server runs what the tools' own functions run, so it may touch what they may, and counts what they count. */
export const serveMcp: Page = {
  name: "serve-mcp",
  routes: ["POST /api/mcp"],
  limits: toolOperations.flatMap(({ limits = [] }) => limits),
  access: unionOf(toolOperations.map(({ access }) => access)),
};

function unionOf(parts: readonly Access[]): Access {
  const union: Access = {};
  for (const part of parts) {
    for (const [noun, verbs] of Object.entries(part) as [Noun, Access[Noun]][]) {
      union[noun] = [...new Set([...(union[noun] ?? []), ...(verbs ?? [])])];
    }
  }
  return union;
}
