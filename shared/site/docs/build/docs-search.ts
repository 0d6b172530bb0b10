import { type ErrorCode, errors } from "../../../contract/errors.ts";
import type { SearchPlace } from "../../client/search-places.ts";
import { docsPath } from "../../../contract/docs-paths.ts";
import { docsGroups, errorPath, pagesBelow } from "../docs-sections.ts";
import type { DocsPage } from "../docs-shell.tsx";

/** What readers ask for in words that the page does not have, or has too seldom. */
const OTHER_WORDS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    Object.entries(errors).map(([code, [status]]) => [errorPath(code as ErrorCode), String(status)]),
  ),
  [docsPath("libraries")]:
    "sdk sdks client package python typescript javascript node go golang java pip npm maven install",
  [`${docsPath("platform")}#sandbox`]: "test card cards numbers fake bank account",
  [`${docsPath("platform")}#limits`]: "rate limit header headers throttling",
  [`${docsPath("platform")}#pagination`]: "pagination next page cursor",
  [`${docsPath("platform")}#go-live`]: "go live production launch",
  [`${docsPath("platform")}#tax-forms`]: "w9 w-9 tin 1099 date",
  [`${docsPath("assistants")}#claude`]: "mcp claude",
  [`${docsPath("webhooks")}#verify`]: "ip allowlist whitelist firewall",
  [docsPath("webhooks")]: "webhook signature verify hmac secret retries",
  [docsPath("errors")]: "status code codes 400 401 403 404 409 429 500 503",
};

export function searchPlaces(
  pages: readonly DocsPage[],
  markdown: ReadonlyMap<string, string>,
): SearchPlace[] {
  return pages.flatMap(({ path, title, contents = [] }): SearchPlace[] => {
    const [head, ...sections] = sectionsIn(
      markdown.get(path) ?? "",
      new Map(contents.map(([anchor, label]) => [label, anchor])),
      title,
    );
    const list = listOf(path);
    return [
      [path, title, list, head?.text ?? "", OTHER_WORDS[path]],
      ...sections.map(({ label, anchor, text }): SearchPlace => {
        const at = `${path}#${anchor}`;
        return OTHER_WORDS[at] ? [at, label, title, text, OTHER_WORDS[at]] : [at, label, title, text];
      }),
    ];
  });
}

/** Code, an operation's errors, and the fields that most have: they have a page or a section. */
const HIDDEN =
  /^```[\s\S]*?^```$|^\| \[`\w+`\]\(\S+\) \(\d{3}\) \|.*$|^\| `(?:dry_run|limit|starting_after|ending_before|livemode|sequence|object|has_more|total_count)`.*$/gm;

/** Of a section. What follows in a longer one are the fields of its reply. */
const MAX_TEXT = 1_500;

function sectionsIn(markdown: string, anchors: ReadonlyMap<string, string>, title: string) {
  const sections = [{ label: title, anchor: "", lines: [] as string[] }];
  for (const line of markdown.replace(HIDDEN, "").split("\n")) {
    const label = /^#{1,4} (.*)$/.exec(line)?.[1]?.trim();
    const anchor = label === undefined || label === title ? undefined : anchors.get(label);
    if (label !== undefined && anchor !== undefined) sections.push({ label, anchor, lines: [] });
    else sections.at(-1)?.lines.push(label === title ? "" : line);
  }
  return sections.map(({ label, anchor, lines }) => ({
    label,
    anchor,
    text: searchText(lines.join(" ")).slice(0, MAX_TEXT),
  }));
}

/** The words that a reader of the page sees. */
export const searchText = (text: string): string =>
  text
    .replace(/\]\([^)]*\)/g, "]")
    .replace(/[[\]`*|>]|(?<!\w)[#-]+(?!\w)/g, " ")
    .replace(/\s+/g, " ")
    .trim();
function listOf(path: string): string {
  const lists = docsGroups.flatMap(({ title, entries }) =>
    entries.map((entry) => ({ title, entry, below: pagesBelow[entry.path] ?? [] })),
  );
  const within = lists.find(({ below }) => below.some((entry) => entry.path === path));
  return within?.entry.title ?? lists.find(({ entry }) => entry.path === path)?.title ?? "Documentation";
}
