import type { brand } from "../../shared/domain/brand.ts";

type Brand = typeof brand;

/**
 * The package's manifest. `mcpName` proves to the MCP registry that the entry of that name is this package's.
 */
export const packageManifest = (
  { npmPackage, serviceSlug, serviceName, registryName }: Brand,
  version: string,
) => ({
  name: npmPackage,
  version,
  description: `MCP proxy for stdio clients and webhook verifier for ${serviceName}`,
  license: "Apache-2.0",
  type: "module",
  engines: { node: ">=20" },
  bin: { [serviceSlug]: "cli.mjs" },
  exports: { "./webhooks": { types: "./verify-webhook.d.mts", default: "./verify-webhook.mjs" } },
  files: ["cli.mjs", "verify-webhook.mjs", "verify-webhook.d.mts"],
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

export const packageReadme = ({ npmPackage, serviceName }: Brand) => `# ${npmPackage}

An MCP proxy for stdio clients, and a webhook verifier, for ${serviceName}. It has no dependencies.

## An MCP server over standard input and output

For programs that start MCP servers but cannot call them over HTTP:

\`\`\`sh
npx -y ${npmPackage} mcp --url https://HOST
npx -y ${npmPackage} mcp --url https://HOST --print-config claude   # or cursor, vscode
\`\`\`

The proxy passes every message and answer on unchanged, in any revision of the protocol. Behind an HTTP proxy, set \`NODE_USE_ENV_PROXY=1\` and \`HTTPS_PROXY\`.

## Verifying webhooks

\`\`\`js
import { verifyWebhook } from "${npmPackage}/webhooks";

const verdict = verifyWebhook({ body: rawBody, headers: request.headers, secret: process.env.WEBHOOK_SECRET });
if (!verdict.ok) console.error(verdict.reason, verdict.message); // such as body_reserialised, and its remedy
\`\`\`
`;
