import { brand } from "../../../domain/brand/brand.ts";
import { baseUrl, type Result } from "../../../http/serve/responses.ts";
import { assistantsPage } from "../docs-assistants.tsx";
import { docsPath } from "../../../contract/docs-paths.ts";
import { type FullTextFile, fullTextFiles, markdownPath, searchPath } from "../docs-guides.ts";
import { librariesPage } from "../docs-libraries.tsx";
import { platformQuickStartPage } from "../docs-platform.tsx";
import { quickStartPage } from "../docs-quick-start.tsx";
import { allDocsEntries } from "../docs-sections.ts";
import { type DocsPage, docsResult } from "../docs-shell.tsx";
import { testingPage } from "../docs-testing.tsx";
import { webhooksPage } from "../docs-webhooks.tsx";
import { errorPages } from "../reference/docs-errors.tsx";
import { eventPages } from "../reference/docs-events.tsx";
import { referencePages } from "../reference/docs-lists.tsx";
import { changelogPage } from "../start/docs-changelog.tsx";
import { moreGuides } from "../start/docs-more-guides.tsx";
import { allPagesPage, missingDocsPage, overviewPage, searchPage } from "../start/docs-overview.tsx";
import { statusesPage } from "../statuses/docs-statuses.tsx";
import { markdownOf } from "./docs-markdown.tsx";
import { searchPlaces } from "./docs-search.ts";

function docsPages(): DocsPage[] {
  const pages = [
    overviewPage(),
    quickStartPage(),
    platformQuickStartPage(),
    assistantsPage(),
    librariesPage(),
    testingPage(),
    webhooksPage(),
    ...moreGuides(),
    statusesPage(),
    changelogPage(),
    ...referencePages(),
    ...errorPages(),
    ...eventPages(),
    allPagesPage(),
  ];
  const order = allDocsEntries.map(({ path }) => path);
  return pages.sort((a, b) => order.indexOf(a.path) - order.indexOf(b.path));
}

/** By path; the bundler runs this (infra/stack/docs/docs-site.ts). `missing` answers unknown paths. */
export function docsSite(): Record<string, Result> {
  const pages = docsPages();
  const markdown = new Map(pages.map((page) => [page.path, markdownOf(page)]));
  return {
    ...Object.fromEntries(pages.map((page) => [page.path, docsResult(page)])),
    ...Object.fromEntries([...markdown].map(([path, text]) => [markdownPath(path), asMarkdown(text)])),
    ...fullTexts(markdown),
    [docsPath("sitemap.xml")]: as("text/xml; charset=utf-8", sitemap(pages)),
    [docsPath("search.json")]: as("application/json", JSON.stringify(searchPlaces(pages, markdown))),
    [docsPath("search.js")]: as("text/javascript; charset=utf-8", SEARCH_ENGINE),
    [searchPath]: docsResult(searchPage()),
    [docsPath("missing")]: docsResult(missingDocsPage(), 404),
  };
}

const as = (type: string, body: string, headers: Record<string, string> = {}): Result => ({
  statusCode: 200,
  headers: { "content-type": type, ...headers },
  body,
});

const asMarkdown = (text: string) => as("text/markdown; charset=utf-8", text, { "x-robots-tag": "noindex" });

/** In reading order, in two files: one would have over 45 KB compressed. */
function fullTexts(markdown: ReadonlyMap<string, string>): Record<string, Result> {
  const isPlatform = (path: string) => path.startsWith(docsPath("v1-"));
  const textOf = (chosen: (path: string) => boolean) =>
    [...markdown].filter(([path]) => chosen(path)).map(([, text]) => text);
  const file = (title: string, other: FullTextFile, texts: readonly string[]) => {
    const head = `# ${brand.serviceName}: ${title}\n\n> ${brand.description}\n\n${brand.disclosures}\n\n`;
    const link = `${other.about} are in [${other.name}](${baseUrl()}${docsPath(other.name)}).\n`;
    return asMarkdown(`${[head + link, ...texts].join("\n---\n\n")}`);
  };
  const [guides, platform] = fullTextFiles;
  return {
    [docsPath(guides.name)]: file(
      guides.about,
      platform,
      textOf((path) => !isPlatform(path)),
    ),
    [docsPath(platform.name)]: file(platform.about, guides, textOf(isPlatform)),
  };
}

function sitemap(pages: readonly DocsPage[]): string {
  const paths = ["/", "/privacy", "/terms", ...pages.map(({ path }) => path)];
  const urls = paths.map((path) => `<url><loc>${baseUrl()}${path}</loc></url>`);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.join("")}</urlset>\n`;
}
