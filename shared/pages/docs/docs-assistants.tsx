import type { ComponentChildren } from "preact";
import { clients, stdioConfig } from "../../client/client-config.ts";
import {
  MESSAGES_A_REQUEST,
  MOST_MESSAGES,
  REQUESTS_A_MINUTE,
  type ToolOperation,
  toolOperations,
} from "../../contract/mcp.ts";
import { operationId } from "../../contract/operation.ts";
import { brand } from "../../domain/brand.ts";
import { baseUrl } from "../../http/serve/responses.ts";
import { Copyable, docsPage } from "./docs-shell.tsx";

const address = () => `${baseUrl()}/api/mcp`;
const pretty = (value: object) => JSON.stringify(value, null, 2);

/** How to connect an assistant, and what it can do then. */
export const assistantsPage = () =>
  docsPage({
    path: `${brand.docsPath}/assistants`,
    title: "Assistants",
    description: `Connect Claude, ChatGPT, Cursor or VS Code to ${brand.serviceName} over MCP.`,
    contents: [
      ["claude", "Claude"],
      ["chatgpt", "ChatGPT"],
      ["cursor", "Cursor"],
      ["vscode", "VS Code"],
      ["stdio", "Other programs"],
      ["tools", "Tools"],
      ["limits", "Limits"],
      ["asking", "Example questions"],
    ],
    children: (
      <>
        <p class="lead">
          {brand.serviceName} is also an MCP server, so an assistant can use it directly. It needs no API key
          and no sign-in, only this URL:
        </p>
        <Copyable text={address()} label="the server URL" />
        <Assistant id="claude" name="Claude">
          <p>
            On the web and in the desktop app, open Settings, then Connectors, choose “Add custom connector”
            and paste the URL. In Claude Code, run:
          </p>
          <Copyable
            text={`claude mcp add --transport http ${brand.serviceSlug} ${address()}`}
            label="the command for Claude Code"
          />
        </Assistant>
        <Assistant id="chatgpt" name="ChatGPT">
          <p>
            Turn on developer mode under Settings, Apps, Advanced settings. Create an app with the URL above
            and “No authentication”. Then select the app in a chat.
          </p>
        </Assistant>
        <Assistant id="cursor" name="Cursor">
          <p>
            Add this to <code>{clients.cursor.file}</code>:
          </p>
          <Copyable
            text={pretty({ mcpServers: { [brand.serviceSlug]: { url: address() } } })}
            label="the configuration for Cursor"
          />
        </Assistant>
        <Assistant id="vscode" name="VS Code">
          <p>
            Add this to <code>{clients.vscode.file}</code>:
          </p>
          <Copyable
            text={pretty({ servers: { [brand.serviceSlug]: { type: "http", url: address() } } })}
            label="the configuration for VS Code"
          />
        </Assistant>
        <Stdio />
        <Tools />
        <Limits />
        <Asking />
      </>
    ),
  });

type AssistantProps = { id: string; name: string; children: ComponentChildren };

const Assistant = ({ id, name, children }: AssistantProps) => (
  <section id={id}>
    <h2>{name}</h2>
    {children}
  </section>
);

const Stdio = () => (
  <section id="stdio">
    <h2>Other programs</h2>
    <p>
      The server supports every MCP revision since 2025-03-26 over HTTP. If a program can only start local
      servers, use the stdio proxy.
      {brand.npmPackageIsPublished || <Packing />} Add this to the program's configuration:
    </p>
    <Copyable
      text={pretty(stdioConfig("claude", address(), `PATH_TO/${PACKED}`))}
      label="the configuration for a local server"
    />
  </section>
);

const PACKED = "dist/package/cli.mjs";

const Packing = () => (
  <>
    {" "}
    In a clone of the service's repository, <code>npm run package</code> writes it to <code>{PACKED}</code>.
    It needs only Node 20 or newer.
  </>
);

const Limits = () => (
  <section id="limits">
    <h2>Limits</h2>
    <p>
      An IP address can send {REQUESTS_A_MINUTE} requests a minute. A batch (revision 2025-03-26 only) has at
      most {MOST_MESSAGES} messages, counts as one request for every {MESSAGES_A_REQUEST} of them, and reads
      at most one resource. Over the limit, you get a 429 with <code>retry-after</code>. The tools have the
      limits of their API operations in addition.
    </p>
  </section>
);

const Tools = () => (
  <section id="tools">
    <h2>Tools</h2>
    <p>
      Each tool is an operation of the <a href={brand.docsPath}>Agent API</a>, with the same fields, responses
      and <a href={`${brand.docsPath}/testing#limits`}>rate limits</a>.
    </p>
    <table class="fields">
      <thead>
        <tr>
          <th scope="col">Tool</th>
          <th scope="col">What it does</th>
        </tr>
      </thead>
      <tbody>
        {toolOperations.map((op) => (
          <ToolRow key={op.name} {...op} />
        ))}
      </tbody>
    </table>
    <p>
      The server also has three resources (product information, this year's Roth IRA rules with their sources,
      and the OpenAPI document) and two prompts that start a conversation.
    </p>
  </section>
);

const ToolRow = ({ name, tool }: ToolOperation) => (
  <tr>
    <th scope="row">
      <a href={`${brand.docsPath}#${operationId(name)}`}>
        <code>{tool.name}</code>
      </a>
      <small>{tool.hints.readOnlyHint ? "read-only" : "writes"}</small>
    </th>
    <td>{tool.description}</td>
  </tr>
);

const Asking = () => (
  <section id="asking">
    <h2>Example questions</h2>
    <ul>
      <li>
        “I drive for two apps, file as single and make about $52,000. How much can I put into a Roth IRA?”
      </li>
      <li>“What does a {brand.productName} cost, and who holds the money?”</li>
      <li>“Start a sandbox signup for ana@example.com and tell me when its account is open.”</li>
    </ul>
    <p>
      An assistant can start a signup and check its status. It can't confirm one: that takes the link we email
      to the account owner, and no tool returns that link. No tool asks for identity documents or moves money.
    </p>
  </section>
);
