import { brand } from "../../../domain/brand/brand.ts";

/** Cursor takes the configuration in base64, so `docsAnswer` must know it to put the true address in. */
export const cursorConfig = (baseUrl: string): string =>
  encodeURIComponent(Buffer.from(JSON.stringify({ url: `${baseUrl}/api/mcp` })).toString("base64"));

/** Links that open a program and offer to add our MCP server there. */
export const installLinks = (baseUrl: string) => {
  const url = `${baseUrl}/api/mcp`;
  const name = encodeURIComponent(brand.serviceSlug);
  const title = encodeURIComponent(brand.serviceName);
  const vscode = encodeURIComponent(JSON.stringify({ name: brand.serviceSlug, type: "http", url }));
  return {
    claude: `https://claude.ai/customize/connectors?modal=add-custom-connector&connectorName=${title}&connectorUrl=${encodeURIComponent(url)}`,
    cursor: `cursor://anysphere.cursor-deeplink/mcp/install?name=${name}&config=${cursorConfig(baseUrl)}`,
    vscode: `vscode:mcp/install?${vscode}`,
  };
};
