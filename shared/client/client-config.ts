import { brand } from "../domain/brand/brand.ts";

export const clients = {
  claude: { file: "claude_desktop_config.json", list: "mcpServers", extra: {} },
  cursor: { file: "~/.cursor/mcp.json", list: "mcpServers", extra: {} },
  vscode: { file: ".vscode/mcp.json", list: "servers", extra: { type: "stdio" } },
} as const;

export type ClientName = keyof typeof clients;

export const isClient = (name: string): name is ClientName => Object.hasOwn(clients, name);

/** Before the npm package is published, the program starts the file `packed`. */
export function stdioConfig(name: ClientName, url: string, packed: string): object {
  const { list, extra } = clients[name];
  const [command, ...start] = brand.npmPackageIsPublished
    ? ["npx", "-y", brand.npmPackage]
    : ["node", packed];
  return { [list]: { [brand.serviceSlug]: { ...extra, command, args: [...start, "mcp", "--url", url] } } };
}
