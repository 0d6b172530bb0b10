import { agentApi } from "../../../contract/agent-api.ts";
import { brand } from "../../../domain/brand.ts";
import { baseUrl } from "../../../http/serve/responses.ts";
import { Prose } from "../../layout/layout.tsx";
import {
  agentEntry,
  allPagesEntry,
  type DocsEntry,
  docsPath,
  errorsEntry,
  eventsEntry,
  fullTextFiles,
  guidePages,
  markdownPath,
} from "../docs-guides.ts";
import { allDocsEntries, docsGroups, pagesBelow } from "../docs-sections.ts";
import { type DocsPage, docsPage } from "../docs-shell.tsx";
import { Operations } from "../reference/docs-lists.tsx";

export const overviewPage = (): DocsPage =>
  docsPage({
    path: brand.docsPath,
    title: "Documentation",
    description: `Build with ${brand.serviceName}: start signups from an assistant, or pay drivers through the Platform API.`,
    lead: (
      <p class="lead">
        {brand.serviceName} has two APIs. Both have a sandbox that behaves like live mode, at the same base
        URL: <code>{baseUrl()}</code>.
      </p>
    ),
    sections: [
      [
        "companies",
        "For companies",
        <>
          <p>
            With the Platform API, you pay drivers, read their earnings, and get tax estimates and forms. It
            needs an API key.
          </p>
          <p class="choices">
            <a class="button" href={docsPath("platform")}>
              Pay a test driver
            </a>
            <a href={docsPath("webhooks")}>Receive webhooks</a>
          </p>
          <Entries of={docsGroups.at(-1)?.entries ?? []} />
        </>,
      ],
      [
        "agents",
        "For assistants",
        <>
          <p>
            With the <a href={agentEntry.path}>Agent API</a>, an assistant starts a signup for a person,
            checks its status and answers questions about the product. It needs no API key. It can't confirm a
            signup: only the account owner can.
          </p>
          <p class="choices">
            <a class="button" href={docsPath("quick-start")}>
              Start a sandbox signup
            </a>
            <a href={docsPath("assistants")}>Connect Claude, ChatGPT, Cursor or VS Code</a>
          </p>
          <Operations of={agentApi} />
        </>,
      ],
      ["guides", "Guides", <Entries of={[...guidePages, errorsEntry, eventsEntry]} />],
      [
        "programs",
        "For programs",
        <ul>
          <li>
            OpenAPI: <a href="/api/openapi.json">Agent API</a>, <a href="/v1/openapi.json">Platform API</a>
          </li>
          <li>
            Each page as Markdown, at its address and <code>.md</code>:{" "}
            <a href={markdownPath(brand.docsPath)}>this page</a>
          </li>
          <li>
            <a href="/llms.txt">llms.txt</a>, and all pages in two files:{" "}
            {fullTextFiles.map(({ name }, i) => (
              <>
                {i > 0 && ", "}
                <a href={docsPath(name)}>{name}</a>
              </>
            ))}
          </li>
          <li>
            MCP server: <code>{baseUrl()}/api/mcp</code>
          </li>
        </ul>,
      ],
    ],
  });

/** For browsers without JavaScript, and for addresses such as `/docs/search?q=429`. */
export const searchPage = (): DocsPage => ({
  path: allPagesEntry.path,
  title: "Search the docs",
  description: "What to do where the search does not run.",
  children: (
    <p>
      The search needs JavaScript. Without it, use your browser's find on{" "}
      <a href={allPagesEntry.path}>the list of all pages</a> or on{" "}
      <a href={docsPath(fullTextFiles[0].name)}>all guides in one text</a>. Each error code has{" "}
      <a href={errorsEntry.path}>a page of its own</a>.
    </p>
  ),
});

export const allPagesPage = (): DocsPage =>
  docsPage({
    path: allPagesEntry.path,
    title: allPagesEntry.title,
    description: `All ${allDocsEntries.length} pages of the documentation.`,
    children: docsGroups.map(({ title, entries }) => (
      <section key={title}>
        <h2>{title}</h2>
        {entries.map((entry) => (
          <EntryWithPages key={entry.path} entry={entry} />
        ))}
      </section>
    )),
  });

export const missingDocsPage = (): DocsPage =>
  docsPage({
    path: "",
    title: "We couldn't find that page",
    description: "This address of the documentation has no page.",
    children: (
      <p>
        Search, open the menu, or see the list of <a href={allPagesEntry.path}>all pages</a>.
      </p>
    ),
  });

const EntryWithPages = ({ entry }: { entry: DocsEntry }) => {
  const below = pagesBelow[entry.path];
  if (!below) return <Entries of={[entry]} />;
  return (
    <>
      <h3>
        <a href={entry.path}>{entry.title}</a>
      </h3>
      <ul class="columns">
        {below.map(({ path, title }) => (
          <li key={path}>
            <a href={path}>{title}</a>
          </li>
        ))}
      </ul>
    </>
  );
};

const Entries = ({ of }: { of: readonly DocsEntry[] }) => (
  <ul class="entries">
    {of.map(({ path, title, about }) => (
      <li key={path}>
        <a href={path}>{title}</a>: <Prose text={about} />
      </li>
    ))}
  </ul>
);
