import { joinWaitlistOperation } from "../../contract/agent/join-waitlist.ts";
import { agentApi } from "../../contract/agent-api.ts";
import { toolOperations } from "../../contract/mcp.ts";
import type { Operation } from "../../contract/operation.ts";
import { brand, featureText } from "../../domain/brand/brand.ts";
import { baseUrl, docsUrl } from "../../http/serve/responses.ts";
import {
  agentEntry,
  allPagesEntry,
  type DocsEntry,
  errorsEntry,
  eventsEntry,
  fullTextFiles,
  guidePages,
  markdownPath,
  startPages,
} from "./docs-guides.ts";

const link = (title: string, url: string, about: string) => `- [${title}](${url}): ${about}`;

const pageLink = ({ path, title, about }: DocsEntry) => link(title, baseUrl() + markdownPath(path), about);

export const llmsTxt = (): string => `# ${brand.serviceName}

> ${brand.description} Launch status: ${brand.launchStatus}.

${brand.disclosures}

${brand.pricing.map(({ name, price_usd_per_month, features }) => `- ${name}, $${price_usd_per_month} a month: ${features.map((feature) => featureText(feature)).join(", ")}.`).join("\n")}

An agent can start a signup. Only the account owner can confirm it, from an emailed link. The Agent API needs no credentials; rate limits apply per IP address. With \`sandbox: true\`, a request stores nothing about a person and sends no email.

## APIs

${link("OpenAPI", `${baseUrl()}/api/openapi.json`, "the Agent API, with schemas, examples and errors.")}
${link("MCP", `${baseUrl()}/api/mcp`, `the same operations for assistants, over streamable HTTP without sign-in: ${toolOperations.map(({ tool }) => `\`${tool.name}\``).join(", ")}.`)}
${link("Platform API", `${baseUrl()}/v1/openapi.json`, "for companies that pay drivers: payouts, earnings, taxes and webhooks. It needs an API key. A program gets one for the sandbox from `POST /api/agent/sandbox_keys`.")}

## Operations

${(agentApi as readonly Operation[]).map(({ method, path, summary }) => `- \`${method} ${path}\`: ${summary}.`).join("\n")}

\`${joinWaitlistOperation.path}\` is the form of the home page, for people. An agent starts a signup instead, which its person confirms.

## Documentation

Each page is at the address below as Markdown, and without \`.md\` as HTML.

${[...startPages, ...guidePages, agentEntry, errorsEntry, eventsEntry, allPagesEntry].map(pageLink).join("\n")}
${fullTextFiles.map(({ name, about }) => link(name, `${docsUrl()}/${name}`, `${about}, in one file.`)).join("\n")}
`;
