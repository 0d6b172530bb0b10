import type { brand } from "../../shared/domain/brand.ts";

type Brand = typeof brand;

/** `mcpName` proves to the MCP registry that the entry of that name is this package's. */
export const packageManifest = (
  { npmPackage, serviceSlug, serviceName, registryName, supportEmail }: Brand,
  version: string,
) => ({
  name: npmPackage,
  version,
  description: `API client, MCP proxy for stdio clients, fake service for tests and webhook verifier for ${serviceName}`,
  keywords: ["api-client", "gig-work", "mcp", "payouts", "roth-ira", "tax", "webhooks"],
  author: { name: serviceName, email: supportEmail },
  bugs: { email: supportEmail },
  license: "Apache-2.0",
  type: "module",
  engines: { node: ">=20" },
  bin: { [serviceSlug]: "cli.mjs" },
  exports: {
    ".": { types: "./client/index.d.ts", default: "./client/index.js" },
    "./testing": { types: "./client/testing.d.ts", default: "./client/testing.js" },
    "./webhooks": { types: "./verify-webhook.d.mts", default: "./verify-webhook.mjs" },
  },
  files: [
    "client",
    "examples",
    "CHANGELOG.md",
    "cli.mjs",
    "fake.mjs",
    "verify-webhook.mjs",
    "verify-webhook.d.mts",
  ],
  mcpName: registryName,
});

/** The entry for the MCP registry: the server at the deployment's host, and the stdio proxy to it. */
export const registryEntry = (
  { registryName, serviceName, tagline, npmPackage }: Brand,
  version: string,
) => ({
  $schema: "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json",
  name: registryName,
  title: serviceName,
  description: tagline,
  version,
  remotes: [
    {
      type: "streamable-http",
      url: "https://{host}/api/mcp",
      variables: { host: { description: "The host name of the deployment", isRequired: true } },
    },
  ],
  packages: [
    {
      registryType: "npm",
      identifier: npmPackage,
      version,
      transport: { type: "stdio" },
      packageArguments: [
        { type: "positional", value: "mcp" },
        { type: "named", name: "--url", description: "The address of the deployment", isRequired: true },
      ],
    },
  ],
});
