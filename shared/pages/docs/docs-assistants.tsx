import type { ComponentChildren } from "preact";
import { clients, stdioConfig } from "../../client/client-config.ts";
import { type ToolOperation, toolOperations } from "../../contract/mcp.ts";
import { operationId } from "../../contract/operation.ts";
import { brand } from "../../domain/brand.ts";
import { baseUrl } from "../../http/serve/responses.ts";
import { Copyable, docsPage } from "./docs-shell.tsx";

const address = () => `${baseUrl()}/api/mcp`;
const pretty = (value: object) => JSON.stringify(value, null, 2);

/** How people connect their assistants, and what those can do then. */
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
      ["stdio", "Anything else"],
      ["tools", "The tools"],
      ["asking", "What to ask"],
    ],
    children: (
      <>
        <p class="lead">
          {brand.serviceName} is also an MCP server, so an assistant can use it by itself. There is no key and
          no sign-in; this address is all it takes:
        </p>
        <Copyable text={address()} label="the server's address" />
        <Assistant id="claude" name="Claude">
          <p>
            On the web and in the desktop app, open Settings, then Connectors, choose “Add custom connector”
            and paste the address. In Claude Code:
          </p>
          <Copyable
            text={`claude mcp add --transport http ${brand.serviceSlug} ${address()}`}
            label="the command for Claude Code"
          />
        </Assistant>
        <Assistant id="chatgpt" name="ChatGPT">
          <p>
            Turn developer mode on under Settings, Apps, Advanced settings. Then create an app with the
            address above and “No authentication”, and choose it in a chat.
          </p>
        </Assistant>
        <Assistant id="cursor" name="Cursor">
          <p>
            Put this into <code>{clients.cursor.file}</code>:
          </p>
          <Copyable
            text={pretty({ mcpServers: { [brand.serviceSlug]: { url: address() } } })}
            label="the configuration for Cursor"
          />
        </Assistant>
        <Assistant id="vscode" name="VS Code">
          <p>
            Put this into <code>{clients.vscode.file}</code>:
          </p>
          <Copyable
            text={pretty({ servers: { [brand.serviceSlug]: { type: "http", url: address() } } })}
            label="the configuration for VS Code"
          />
        </Assistant>
        <Stdio />
        <Tools />
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
    <h2>Anything else</h2>
    <p>
      Every revision of MCP since 2025-03-26 is spoken over HTTP. For a program that can only start servers on
      its own machine, a small relay passes every message on.
      {brand.npmPackageIsPublished || <Packing />} Put this into its configuration:
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
    In a clone of the service's repository, <code>npm run package</code> writes it to <code>{PACKED}</code>,
    which needs Node 20 or newer and nothing else.
  </>
);

const Tools = () => (
  <section id="tools">
    <h2>The tools</h2>
    <p>
      They are the calls of the <a href={brand.docsPath}>API</a> under other names: the same fields, answers
      and <a href={`${brand.docsPath}/testing#limits`}>limits</a>.
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
      Three resources can be read as well: the product's facts, the year's Roth IRA rules with their sources,
      and the API's description. Two prompts start a conversation.
    </p>
  </section>
);

const ToolRow = ({ name, tool }: ToolOperation) => (
  <tr>
    <th scope="row">
      <a href={`${brand.docsPath}#${operationId(name)}`}>
        <code>{tool.name}</code>
      </a>
      <small>{tool.hints.readOnlyHint ? "reads only" : "writes"}</small>
    </th>
    <td>{tool.description}</td>
  </tr>
);

const Asking = () => (
  <section id="asking">
    <h2>What to ask</h2>
    <ul>
      <li>
        “I drive for two apps, file as single and make about $52,000. How much may I put into a Roth IRA?”
      </li>
      <li>“What does a {brand.productName} cost, and who holds the money?”</li>
      <li>“Start a sandbox signup for ana@example.com and tell me when its account is open.”</li>
    </ul>
    <p>
      An assistant can start a signup and follow it. It cannot confirm one: that takes the link which we mail
      to the owner, and no tool gives it away. Nor does any tool ask for identity documents or move money.
    </p>
  </section>
);
