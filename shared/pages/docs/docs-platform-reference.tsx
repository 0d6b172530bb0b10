import { platformApi, platformDescription } from "../../contract/platform-api.ts";
import { brand } from "../../domain/brand.ts";
import { Prose } from "../layout/layout.tsx";
import { described } from "./docs-document.ts";
import { SandboxKey } from "./docs-key.tsx";
import { OperationSection } from "./docs-reference.tsx";
import { sectionLinks, sectionPage } from "./docs-sections.ts";
import { docsPage } from "./docs-shell.tsx";

export const platformReferencePage = (tag: string) => {
  const { operations, named } = described(
    platformApi.filter((op) => op.tag === tag),
    platformDescription,
  );
  return docsPage({
    path: `${brand.docsPath}/${sectionPage(tag)}`,
    title: `Platform API: ${tag.toLowerCase()}`,
    description: `${brand.serviceName} Platform API reference for ${tag.toLowerCase()}: parameters, responses and errors.`,
    siblings: sectionLinks,
    contents: operations.map(({ operationId, summary }) => [operationId, summary]),
    children: (
      <>
        <p class="lead">
          <Prose text={platformDescription.tags[tag] ?? ""} />
        </p>
        <SandboxKey />
        <p>
          This page is generated from <a href="/v1/openapi.json">openapi.json</a>.
        </p>
        {operations.map((operation) => (
          <OperationSection key={operation.operationId} {...operation} named={named} />
        ))}
      </>
    ),
  });
};
