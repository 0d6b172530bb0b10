import type { SearchIndex } from "../../client/search-places.ts";
import { docsGroups, pagesBelow } from "../docs-sections.ts";
import type { DocsPage } from "../docs-shell.tsx";

/** A word on more pages than this finds nothing in particular. */
const MAX_PAGES = 0.4;

/** The index of all pages and of their sections. `markdown` has the text of each page. */
export function searchIndex(pages: readonly DocsPage[], markdown: ReadonlyMap<string, string>): SearchIndex {
  const places: SearchIndex["places"] = [];
  const found = new Map<string, number[]>();
  for (const { path, title, contents = [] } of pages) {
    for (const word of searchWords(`${title} ${markdown.get(path) ?? ""}`))
      found.set(word, [...(found.get(word) ?? []), places.length]);
    places.push([path, title, listOf(path)]);
    for (const [anchor, label] of contents) {
      if (label !== title) places.push([`${path}#${anchor}`, label, title]);
    }
  }
  const words = [...found]
    .filter(([, numbers]) => numbers.length <= pages.length * MAX_PAGES)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([word, numbers]) => [word, numbers.map((number) => number.toString(36)).join(" ")] as const);
  return { places, words: Object.fromEntries(words) };
}

/** The words of a text without the addresses of links. A name such as `driver_id` also has its parts. */
export function searchWords(text: string): Set<string> {
  const names = text
    .replace(/\]\([^)]*\)/g, "]")
    .toLowerCase()
    .match(/[a-z][a-z0-9_]{2,30}/g);
  return new Set(
    (names ?? []).flatMap((name) => [name, ...name.split("_").filter((part) => part.length > 2)]),
  );
}

/** The title of the list or group that a page is in. */
function listOf(path: string): string {
  const lists = docsGroups.flatMap(({ title, entries }) =>
    entries.map((entry) => ({ title, entry, below: pagesBelow[entry.path] ?? [] })),
  );
  const within = lists.find(({ below }) => below.some((entry) => entry.path === path));
  return within?.entry.title ?? lists.find(({ entry }) => entry.path === path)?.title ?? "Documentation";
}
