import { agentApi } from "../../contract/agent-api.ts";
import { toolOperations } from "../../contract/mcp.ts";
import type { Operation } from "../../contract/operation.ts";
import { brand } from "../../domain/brand.ts";
import { baseUrl, docsUrl } from "../../http/serve/responses.ts";

const link = (title: string, url: string, about: string) => `- [${title}](${url}): ${about}`;

/** After llmstxt.org: what the service is and where everything is, for a model that was told to look. */
export const llmsTxt = (): string => `# ${brand.serviceName}

> ${brand.description} Launch status: ${brand.launchStatus}.

${brand.disclosures}

An agent can start a signup, but only the account's owner can confirm it, from a link that we mail. No credentials are needed; calls are limited per address. With \`sandbox: true\` a call is a rehearsal: nothing about a person is stored and nobody is mailed.

## For programs

${link("OpenAPI", `${baseUrl()}/api/openapi.json`, "the Agent API, with schemas, examples and errors.")}
${link("MCP", `${baseUrl()}/api/mcp`, `the same service for assistants, over streamable HTTP without sign-in: ${toolOperations.map(({ tool }) => `\`${tool.name}\``).join(", ")}.`)}
${link("Platform API", `${baseUrl()}/v1/openapi.json`, "for platforms with a key: payouts, earnings, taxes and webhooks of drivers.")}

## Calls

${(agentApi as readonly Operation[]).map(({ method, path, summary }) => `- \`${method} ${path}\`: ${summary}.`).join("\n")}

## Documentation

${link("Reference", docsUrl(), "every call with its fields.")}
${link("Quick start", `${docsUrl()}/quick-start`, "from nothing to an open sandbox account.")}
${link("Assistants", `${docsUrl()}/assistants`, "connecting Claude, ChatGPT, Cursor and VS Code.")}
${link("Testing", `${docsUrl()}/testing`, "the sandbox, limits, and how to provoke errors.")}
${link("Platform API", `${docsUrl()}/platform`, "from a key to a payout in four calls.")}
${link("Webhooks", `${docsUrl()}/webhooks`, "receiving and verifying events.")}
${link("Errors", `${docsUrl()}/errors`, "what each error code means and what to do.")}
`;
