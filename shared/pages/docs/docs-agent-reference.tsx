import { agentApi, agentDescription } from "../../contract/agent-api.ts";
import { brand } from "../../domain/brand.ts";
import { baseUrl } from "../../http/serve/responses.ts";
import { described } from "./docs-document.ts";
import { OperationSection } from "./docs-reference.tsx";
import { docsPage } from "./docs-shell.tsx";

export const agentReferencePage = () => {
  const { operations, named } = described(agentApi, agentDescription);
  return docsPage({
    path: brand.docsPath,
    title: "Agent API reference",
    description: `Every operation of ${brand.serviceName}'s Agent API: parameters, replies, errors and a sandbox to try it in.`,
    contents: operations.map(({ operationId, summary }) => [operationId, summary]),
    children: (
      <>
        <p class="lead">
          With the Agent API an assistant starts a signup for a person, follows it, and answers questions
          about the product. It cannot confirm: only the account owner can.
        </p>
        <p>
          The address is <code>{baseUrl()}</code>. No key is needed; calls are limited per address. The
          machine-readable description, from which this page is printed, is{" "}
          <a href="/api/openapi.json">openapi.json</a>.
        </p>
        {operations.map((operation) => (
          <OperationSection key={operation.operationId} {...operation} named={named} />
        ))}
      </>
    ),
  });
};
