import { agentApi, agentDescription } from "../../../contract/agent-api.ts";
import { type Operation, operationId } from "../../../contract/operation.ts";
import { platformApi, platformDescription } from "../../../contract/platform-api.ts";
import { baseUrl } from "../../../http/serve/responses.ts";
import { Prose } from "../../../pages/layout/layout.tsx";
import { BreakablePath } from "../docs-breakable.tsx";
import { type Described, described } from "../docs-document.ts";
import { docsPath, operationPath, sectionPage } from "../../../contract/docs-paths.ts";
import { agentEntry } from "../docs-guides.ts";
import { SandboxKey } from "../docs-key.tsx";
import { operationPage } from "../docs-reference.tsx";
import { Rows } from "../docs-rows.tsx";
import { platformSections } from "../docs-sections.ts";
import { type DocsPage, docsPage } from "../docs-shell.tsx";

export const referencePages = (): DocsPage[] => {
  const agent = described(agentApi, agentDescription);
  const platform = described(platformApi, platformDescription);
  return [
    agentList(),
    ...platformSections.map(platformList),
    ...agentApi.map((op) => pageOf(op, agent)),
    ...platformApi.map((op) => pageOf(op, platform)),
  ];
};

function pageOf(op: Operation, { operations, named }: Described): DocsPage {
  const operation = operations.find((operation) => operation.operationId === operationId(op.name));
  if (!operation) throw new Error(`The document has no operation ${op.name}`);
  return operationPage(operationPath(op), { ...operation, named });
}

const agentList = () =>
  docsPage({
    path: agentEntry.path,
    title: "Agent API",
    description: "Every operation of the Agent API: signups, eligibility and partners. It needs no API key.",
    children: (
      <>
        <p class="lead">
          With the Agent API, an assistant starts a signup for a person, checks its status and answers
          questions about the product. It can't confirm a signup: only the account owner can.
        </p>
        <p>
          The base URL is <code>{baseUrl()}</code>. You need no API key; rate limits apply per IP address.
          These pages are generated from <a href="/api/openapi.json">openapi.json</a>.
        </p>
        <Operations of={agentApi} />
      </>
    ),
  });

const platformList = (tag: string) => {
  const operations = platformApi.filter((op) => op.tag === tag);
  return docsPage({
    path: docsPath(sectionPage(tag)),
    title: tag === "Description" ? "OpenAPI document" : tag,
    description: `Platform API reference: ${(platformDescription.tags[tag] ?? "").replaceAll("`", "")}`,
    children: (
      <>
        <p class="lead">
          <Prose text={platformDescription.tags[tag] ?? ""} />
        </p>
        <SandboxKey />
        <p>
          The base URL is <code>{baseUrl()}</code>. These pages are generated from{" "}
          <a href="/v1/openapi.json">openapi.json</a>.
        </p>
        <Operations of={operations} />
      </>
    ),
  });
};

export const Operations = ({ of }: { of: readonly Operation[] }) => (
  <Rows
    class="fields operations"
    columns={["Operation", "Request"]}
    rows={of.map((op) => [
      <a href={operationPath(op)}>{op.summary}</a>,
      <>
        <span class="verb">{op.method}</span> <BreakablePath path={op.path} />
      </>,
    ])}
  />
);
