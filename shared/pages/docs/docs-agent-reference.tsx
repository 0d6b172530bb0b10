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
    description: `Every operation of the ${brand.serviceName} Agent API: parameters, responses, errors and a sandbox to try it in.`,
    contents: operations.map(({ operationId, summary }) => [operationId, summary]),
    children: (
      <>
        <p class="lead">
          With the Agent API, an assistant starts a signup for a person, checks its status and answers
          questions about the product. It can't confirm a signup: only the account owner can.
        </p>
        <p>
          The base URL is <code>{baseUrl()}</code>. You need no API key; rate limits apply per IP address.
          This page is generated from <a href="/api/openapi.json">openapi.json</a>.
        </p>
        {operations.map((operation) => (
          <OperationSection key={operation.operationId} {...operation} named={named} />
        ))}
      </>
    ),
  });
};
