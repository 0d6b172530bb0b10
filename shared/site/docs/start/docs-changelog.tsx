import releases from "../../../contract/released/changes.json" with { type: "json" };
import { Prose } from "../../../pages/layout/layout.tsx";
import { docsPath } from "../../../contract/docs-paths.ts";
import { type DocsPage, docsPage } from "../docs-shell.tsx";

type Change = { isBreaking: boolean; text: string };

const TITLES: Readonly<Record<string, string>> = { agent: "Agent API", platform: "Platform API" };

/** What each release changed: `npm run api:changes -- --release` writes the list. The newest comes first. */
export const changelogPage = (): DocsPage => {
  const entries = releases.toReversed().map((release) => ({
    ...release,
    id: `${release.api}-${release.version}`,
    title: `${TITLES[release.api]} ${release.version}`,
  }));
  return docsPage({
    path: docsPath("changelog"),
    title: "Changelog",
    description: "What changed in the Agent API and in the Platform API, release by release.",
    contents: entries.map(({ id, title }) => [id, title]),
    lead: (
      <p class="lead">
        What changed in the APIs, for callers. <a href={docsPath("versioning")}>Versions</a> says which
        changes to expect.
      </p>
    ),
    children: (
      <>
        {entries.map(({ id, title, date, changes }) => (
          <section key={id} id={id}>
            <h2>{title}</h2>
            <p class="soft">{date}</p>
            <Changes title="Breaking" of={changes.filter(({ isBreaking }) => isBreaking)} />
            <Changes title="Compatible" of={changes.filter(({ isBreaking }) => !isBreaking)} />
          </section>
        ))}
      </>
    ),
  });
};

const Changes = ({ title, of }: { title: string; of: readonly Change[] }) =>
  of.length === 0 ? null : (
    <>
      <h3>{title}</h3>
      <ul>
        {of.map(({ text }) => (
          <li key={text}>
            <Prose text={text} />
          </li>
        ))}
      </ul>
    </>
  );
