/** What a browser gets to search in. */
export type SearchIndex = {
  /** Address, title, and the list that the page is in. */
  places: (readonly [path: string, title: string, list: string])[];
  /** The places that have a word, as numbers in base 36, by the word. */
  words: Record<string, string>;
};

/** The places that have every word of the question, or a word that starts with it. The best come first. */
export function placesFor(question: string, { places, words }: SearchIndex): SearchIndex["places"] {
  const asked = question.toLowerCase().match(/[a-z0-9_]+/g) ?? [];
  if (asked.length === 0) return [];
  const phrase = question.trim().toLowerCase();
  const phraseFactor = ([, title]: SearchIndex["places"][number]) =>
    title.toLowerCase().includes(phrase) ? 3 : 1;
  const scores = asked.map((word) => scoresOf(word, { places, words }));
  return places
    .map((place, i) => ({ place, score: total(scores.map((one) => one[i] ?? 0)) * phraseFactor(place) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .map(({ place }) => place);
}

/** 0 if any of them is 0. */
const total = (scores: readonly number[]) =>
  scores.includes(0) ? 0 : scores.reduce((sum, score) => sum + score, 0);

/** `retries` and `retry` find each other. */
const stemOf = (word: string) => (word.length > 3 ? word.replace(/(ies|y|s)$/, "") : word);

function scoresOf(asked: string, { places, words }: SearchIndex): number[] {
  const scores = places.map(([, title]) => titleScore(asked, title.toLowerCase()));
  for (const [word, numbers] of Object.entries(words)) {
    if (!word.startsWith(stemOf(asked))) continue;
    const score = word.startsWith(asked) ? 3 : 1;
    for (const number of numbers.split(" ")) {
      const i = Number.parseInt(number, 36);
      scores[i] = Math.max(scores[i] ?? 0, score);
    }
  }
  return scores;
}

function titleScore(asked: string, title: string): number {
  if (title === asked) return 20;
  const parts = title.split(/[^a-z0-9]+/);
  if (title.startsWith(asked)) return 12;
  if (parts.includes(asked)) return 10;
  return parts.some((part) => part.startsWith(stemOf(asked))) ? 8 : 0;
}
