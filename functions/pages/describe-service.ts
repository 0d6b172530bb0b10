import { protocolVersions, serverInfo } from "../../shared/contract/mcp.ts";
import { brand, brandCompany } from "../../shared/domain/brand/brand.ts";
import { keptDocuments } from "../../shared/http/serve/document.ts";
import { baseUrl, docsUrl, type Result, storable } from "../../shared/http/serve/responses.ts";
import { serveRequests } from "../../shared/http/serve/serve.ts";
import { docsPath } from "../../shared/contract/docs-paths.ts";
import { llmsTxt } from "../../shared/site/docs/llms-txt.ts";

const AN_HOUR = 3600;

export const handler = serveRequests("describe-service", async (event) => {
  const path = event.routeKey.split(" ")[1] ?? "";
  // `security.txt` changes each month.
  const month = new Date().toISOString().slice(0, 7);
  return documents(path, month, () => storable(descriptions[path]?.() as Result, AN_HOUR))(event);
});

const documents = keptDocuments();

const descriptions: Record<string, () => Result> = {
  "/llms.txt": () => as("text/markdown; charset=utf-8", llmsTxt()),
  "/robots.txt": () => as("text/plain; charset=utf-8", robots()),
  "/.well-known/security.txt": () => as("text/plain; charset=utf-8", securityTxt(new Date())),
  "/.well-known/api-catalog": () =>
    as(
      'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
      JSON.stringify(apiCatalog()),
    ),
  "/api/mcp/server-card": () => as("application/mcp-server-card+json", JSON.stringify(serverCard())),
};

const as = (type: string, body: string): Result => ({
  statusCode: 200,
  headers: { "content-type": type },
  body,
});

const robots = () =>
  `User-agent: *\nAllow: /\nDisallow: /signup/\nDisallow: /connect/\nDisallow: /developers/\nSitemap: ${docsUrl()}/sitemap.xml\n`;

/** RFC 9116. It is valid for five to six months from now, so caches never have an expired one. */
const securityTxt = (now: Date) =>
  [
    `Contact: mailto:${brandCompany.securityEmail}`,
    `Expires: ${new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 6)).toISOString()}`,
    `Policy: ${baseUrl()}${docsPath("security")}`,
    "Preferred-Languages: en, es",
    `Canonical: ${baseUrl()}/.well-known/security.txt`,
    "",
  ].join("\n");

/** RFC 9727: a link set (RFC 9264) with the description, documentation and status of each API. */
const apiCatalog = () => {
  const api = (path: string, description: string, type: string, docs: string) => ({
    anchor: `${baseUrl()}${path}`,
    "service-desc": [{ href: `${baseUrl()}${description}`, type }],
    "service-doc": [{ href: docs, type: "text/html" }],
    status: [{ href: `${baseUrl()}/health`, type: "application/json" }],
  });
  const card = "application/mcp-server-card+json";
  return {
    linkset: [
      api("/api/agent", "/api/openapi.json", "application/json", docsUrl()),
      api("/v1", "/v1/openapi.json", "application/json", `${docsUrl()}/platform`),
      api("/api/mcp", "/api/mcp/server-card", card, `${docsUrl()}/assistants`),
    ],
  };
};

/** Draft SEP-2127: the server's name and address. Clients ask the server itself for its capabilities. */
const serverCard = () => {
  const { name: _, ...known } = serverInfo(baseUrl());
  return {
    $schema: "https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json",
    name: brand.registryName,
    description: brand.tagline,
    ...known,
    remotes: [
      {
        type: "streamable-http",
        url: `${baseUrl()}/api/mcp`,
        supportedProtocolVersions: protocolVersions,
      },
    ],
  };
};
