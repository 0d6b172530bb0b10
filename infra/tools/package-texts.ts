import type { brand } from "../../shared/domain/brand.ts";

type Brand = typeof brand;

/** The package's manifest. `mcpName` tells registries that the entry of that name is ours. */
export const packageManifest = (
  { npmPackage, serviceSlug, serviceName, registryName }: Brand,
  version: string,
) => ({
  name: npmPackage,
  version,
  description: `What others run on their machines to work with ${serviceName}`,
  license: "Apache-2.0",
  type: "module",
  engines: { node: ">=20" },
  bin: { [serviceSlug]: "cli.mjs" },
  exports: { "./webhooks": { types: "./verify-webhook.d.mts", default: "./verify-webhook.mjs" } },
  files: ["cli.mjs", "verify-webhook.mjs", "verify-webhook.d.mts"],
  mcpName: registryName,
});

/** The entry for the MCP registry: the server itself, at whichever host it is deployed, and the relay to it. */
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

What others run on their machines to work with ${serviceName}. It has no dependencies.

## An MCP server over standard input and output

For programs that can only start MCP servers, and not call them over HTTP:

\`\`\`sh
npx -y ${npmPackage} mcp --url https://HOST
npx -y ${npmPackage} mcp --url https://HOST --print-config claude   # or cursor, vscode
\`\`\`

Every message goes to the service and every answer comes back as it is, in whichever revision of the protocol the
program speaks. Behind a proxy, set \`NODE_USE_ENV_PROXY=1\` and \`HTTPS_PROXY\`.

## Verifying webhooks

\`\`\`js
import { verifyWebhook } from "${npmPackage}/webhooks";

const verdict = verifyWebhook({ body: rawBody, headers: request.headers, secret: process.env.WEBHOOK_SECRET });
if (!verdict.ok) console.error(verdict.reason, verdict.message); // such as body_reserialised, and what to do about it
\`\`\`
`;
