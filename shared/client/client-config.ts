import { brand } from "../domain/brand.ts";

/** Programs that start MCP servers, where each reads which ones, and how it writes them down. */
export const clients = {
  claude: { file: "claude_desktop_config.json", list: "mcpServers", extra: {} },
  cursor: { file: "~/.cursor/mcp.json", list: "mcpServers", extra: {} },
  vscode: { file: ".vscode/mcp.json", list: "servers", extra: { type: "stdio" } },
} as const;

export type ClientName = keyof typeof clients;

export const isClient = (name: string): name is ClientName => Object.hasOwn(clients, name);

/** The configuration with which a program starts the relay for the server at `url`. */
export function stdioConfig(name: ClientName, url: string): object {
  const { list, extra } = clients[name];
  const args = ["-y", brand.npmPackage, "mcp", "--url", url];
  return { [list]: { [brand.serviceSlug]: { ...extra, command: "npx", args } } };
}
