import { clients, stdioConfig } from "../../client/client-config.ts";
import {
  MAX_MESSAGES,
  MESSAGES_A_REQUEST,
  REQUESTS_A_MINUTE,
  type ToolOperation,
  toolOperations,
} from "../../contract/mcp.ts";
import { brand } from "../../domain/brand/brand.ts";
import { baseUrl } from "../../http/serve/responses.ts";
import { docsPath } from "../../contract/docs-paths.ts";
import { agentEntry } from "./docs-guides.ts";
import { Rows } from "./docs-rows.tsx";
import { textPage } from "./docs-text.tsx";
import { installLinks } from "./build/docs-install-links.ts";

const PACKED = `node_modules/${brand.npmPackage}/cli.mjs`;

export const assistantsPage = () => {
  const address = `${baseUrl()}/api/mcp`;
  const links = installLinks(baseUrl());
  const server = (more: object) => ({ [brand.serviceSlug]: { ...more, url: address } });
  return textPage("assistants", docsPath("assistants"), {
    address,
    serviceSlug: brand.serviceSlug,
    productName: brand.productName,
    addToClaude: links.claude,
    addToCursor: links.cursor,
    addToVscode: links.vscode,
    cursorFile: clients.cursor.file,
    cursorConfig: pretty({ mcpServers: server({}) }),
    vscodeFile: clients.vscode.file,
    vscodeConfig: pretty({ servers: server({ type: "http" }) }),
    stdioConfig: pretty(stdioConfig("claude", address, `PATH_TO/${PACKED}`)),
    packing: brand.npmPackageIsPublished
      ? ""
      : ` It is in the TypeScript package of the [libraries](${docsPath("libraries")}), at \`${PACKED}\` once installed. It needs only Node 20 or newer.`,
    tools: <Rows columns={["Tool", "What it does"]} rows={toolOperations.map(toolCells)} />,
    requestsAMinute: REQUESTS_A_MINUTE,
    maxMessages: MAX_MESSAGES,
    messagesARequest: MESSAGES_A_REQUEST,
  });
};

const pretty = (value: object) => JSON.stringify(value, null, 2);

const toolCells = ({ name, tool }: ToolOperation) => [
  <>
    <a href={`${agentEntry.path}/${name}`}>
      <code>{tool.name}</code>
    </a>
    <small>{tool.hints.readOnlyHint ? "read-only" : "writes"}</small>
  </>,
  tool.description,
];
