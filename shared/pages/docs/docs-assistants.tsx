import type { ComponentChildren } from "preact";
import { clients, stdioConfig } from "../../client/client-config.ts";
import { brand } from "../../domain/brand.ts";
import { baseUrl } from "../../http/serve/responses.ts";
import { Copyable, docsPage } from "./docs-shell.tsx";
import { ToolLimits, Tools } from "./reference/docs-tools.tsx";
import { installLinks } from "./site/docs-install-links.ts";

const address = () => `${baseUrl()}/api/mcp`;
const pretty = (value: object) => JSON.stringify(value, null, 2);

export const assistantsPage = () =>
  docsPage({
    path: `${brand.docsPath}/assistants`,
    title: "Connect an assistant",
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
    lead: (
      <p class="lead">
        {brand.serviceName} is also an MCP server, so an assistant can use it directly. It needs no API key
        and no sign-in, only this URL:
      </p>
    ),
    children: (
      <>
        <Copyable text={address()} label="the server URL" />
        <Assistant id="claude" name="Claude">
          <p>
            <a class="button" href={installLinks(baseUrl()).claude} rel="noreferrer">
              Add to Claude
            </a>
          </p>
          <p>
            Or, on the web and in the desktop app, open Settings, then Connectors, choose “Add custom
            connector” and paste the URL. In Claude Code, run:
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
            <a class="button" href={installLinks(baseUrl()).cursor}>
              Add to Cursor
            </a>
          </p>
          <p>
            Or add this to <code>{clients.cursor.file}</code>:
          </p>
          <Copyable
            text={pretty({ mcpServers: { [brand.serviceSlug]: { url: address() } } })}
            label="the configuration for Cursor"
          />
        </Assistant>
        <Assistant id="vscode" name="VS Code">
          <p>
            <a class="button" href={installLinks(baseUrl()).vscode}>
              Add to VS Code
            </a>
          </p>
          <p>
            Or add this to <code>{clients.vscode.file}</code>:
          </p>
          <Copyable
            text={pretty({ servers: { [brand.serviceSlug]: { type: "http", url: address() } } })}
            label="the configuration for VS Code"
          />
        </Assistant>
        <Stdio />
        <Tools />
        <ToolLimits />
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
