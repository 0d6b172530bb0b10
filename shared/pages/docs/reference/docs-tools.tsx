import {
  MAX_MESSAGES,
  MESSAGES_A_REQUEST,
  REQUESTS_A_MINUTE,
  type ToolOperation,
  toolOperations,
} from "../../../contract/mcp.ts";
import { brand } from "../../../domain/brand.ts";
import { agentEntry } from "../docs-guides.ts";
import { Rows } from "../docs-rows.tsx";

/** How many calls an address may make. */
export const ToolLimits = () => (
  <section id="limits">
    <h2>Limits</h2>
    <p>
      An IP address can send {REQUESTS_A_MINUTE} requests a minute. A batch (revision 2025-03-26 only) has at
      most {MAX_MESSAGES} messages, counts as one request for every {MESSAGES_A_REQUEST} of them, and reads at
      most one resource. Over the limit, you get a 429 with <code>retry-after</code>. The tools have the
      limits of their API operations in addition.
    </p>
  </section>
);

export const Tools = () => (
  <section id="tools">
    <h2>Tools</h2>
    <p>
      Each tool is an operation of the <a href={agentEntry.path}>Agent API</a>, with the same fields,
      responses and <a href={`${brand.docsPath}/testing#limits`}>rate limits</a>. For an optional argument,{" "}
      <code>null</code> and an empty string mean that you leave it out.
    </p>
    <Rows columns={["Tool", "What it does"]} rows={toolOperations.map(toolCells)} />
    <p>
      The server also has three resources (product information, this year's Roth IRA rules with their sources,
      and the OpenAPI document) and two prompts that start a conversation.
    </p>
  </section>
);

const toolCells = ({ name, tool }: ToolOperation) => [
  <>
    <a href={`${agentEntry.path}/${name}`}>
      <code>{tool.name}</code>
    </a>
    <small>{tool.hints.readOnlyHint ? "read-only" : "writes"}</small>
  </>,
  tool.description,
];
