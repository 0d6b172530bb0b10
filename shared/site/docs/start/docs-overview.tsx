import { agentApi } from "../../../contract/agent-api.ts";
import { brand } from "../../../domain/brand/brand.ts";
import { baseUrl } from "../../../http/serve/responses.ts";
import { Prose } from "../../../pages/layout/layout.tsx";
import { docsPath } from "../../../contract/docs-paths.ts";
import {
  allPagesEntry,
  type DocsEntry,
  errorsEntry,
  eventsEntry,
  fullTextFiles,
  guidePages,
} from "../docs-guides.ts";
import { allDocsEntries, docsGroups, pagesBelow } from "../docs-sections.ts";
import { type DocsPage, docsPage } from "../docs-shell.tsx";
import { textPage } from "../docs-text.tsx";
import { Operations } from "../reference/docs-lists.tsx";

export const overviewPage = (): DocsPage =>
  textPage("overview", brand.docsPath, {
    baseUrl: baseUrl(),
    companyPages: <Entries of={docsGroups.at(-1)?.entries ?? []} />,
    agentOperations: <Operations of={agentApi} />,
    guides: <Entries of={[...guidePages, errorsEntry, eventsEntry]} />,
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
