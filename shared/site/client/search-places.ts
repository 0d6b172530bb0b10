import MiniSearch from "minisearch";

export type SearchPlace = readonly [
  path: string,
  title: string,
  list: string,
  text: string,
  words?: string | null | undefined,
];

export type FoundPlace = { place: SearchPlace; excerpt: Excerpt[] };
/** A piece of an excerpt. `isFound`: it is a word of the question. */
type Excerpt = { text: string; isFound: boolean };

const STOP_WORDS = new Set(
  "a an and are as at be by can do does for from get how i if in is it me my of on or our so that the this to was we what when where which who why will with you your".split(
    " ",
  ),
);

/** `retries` and `retry` find each other, and `pagination` and `paginated`. Four letters at least stay. */
const ENDINGS = /(?<=^.{4,})(?:ations?|at(?:ed?|es|ing)|ions?|ings?|ies|ed|es|e|y|(?<![us])s)$/;
const stemOf = (word: string) => (ENDINGS.test(word) ? word.replace(ENDINGS, "") : shortStemOf(word));
const shortStemOf = (word: string) => (word.length > 3 ? word.replace(/(ies|y|(?<![us])s)$/, "") : word);

const termOf = (word: string): string | null => {
  const lower = word.toLowerCase();
  return STOP_WORDS.has(lower) ? null : stemOf(lower);
};

/** One typo in a longer word. Codes and short words must fit. */
const typos = (term: string) => (term.length > 4 && !/\d/.test(term) ? 1 : false);

export function searchIn(places: readonly SearchPlace[]): (question: string) => FoundPlace[] {
  const index = new MiniSearch<{ id: number } & Record<"title" | "list" | "text" | "words", string>>({
    fields: ["title", "words", "list", "text"],
    processTerm: termOf,
    searchOptions: {
      boost: { title: 6, words: 6, list: 0.5 },
      prefix: true,
      fuzzy: typos,
      weights: { fuzzy: 0.2, prefix: 0.5 },
    },
  });
  index.addAll(
    places.map(([, title, list, text, words], id) => ({ id, title, list, text, words: words ?? "" })),
  );
  return (question) => {
    const matches = index.search(question, { combineWith: "OR" });
    const ofPages = new Map<string, Set<string>>();
    for (const { id, queryTerms } of matches) {
      const page = pageOf(places[id]);
      ofPages.set(page, new Set([...(ofPages.get(page) ?? []), ...queryTerms]));
    }
    // A section fits if it has some of the words, and its page has the others.
    const most = Math.max(0, ...[...ofPages.values()].map(({ size }) => size));
    const fitting = matches.filter(({ id }) => ofPages.get(pageOf(places[id]))?.size === most);
    return fitting.flatMap(({ id, terms }) => {
      const place = places[id];
      return place ? [{ place, excerpt: excerptOf(place[3], terms) }] : [];
    });
  };
}

const pageOf = (place: SearchPlace | undefined): string => place?.[0].split("#")[0] ?? "";

const BEFORE = 50;
const LENGTH = 160;

function excerptOf(text: string, terms: readonly string[]): Excerpt[] {
  const words = terms.map((term) => term.replace(/[^\p{L}\p{N}]/gu, "")).filter((term) => term !== "");
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])(?:${words.join("|")})[\\p{L}\\p{N}]*`, "giu");
  const first = words.length === 0 ? -1 : text.search(pattern);
  const start = first > BEFORE ? text.indexOf(" ", first - BEFORE) + 1 : 0;
  const cut = text.slice(start, start + LENGTH);
  const end = start + LENGTH < text.length ? cut.lastIndexOf(" ") : cut.length;
  const shown = `${start > 0 ? "…" : ""}${cut.slice(0, end)}${end < cut.length ? "…" : ""}`;
  if (first < 0) return [{ text: shown, isFound: false }];
  const pieces = shown.split(new RegExp(`(${pattern.source})`, "giu"));
  return pieces
    .map((piece, i) => ({ text: piece, isFound: i % 2 === 1 }))
    .filter((piece) => piece.text !== "");
}
