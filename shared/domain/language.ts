import * as z from "zod/mini";

/** The languages of pages and emails for people. Each has a catalogue in `shared/words`. */
export const Language = z.enum(["en", "es"]);
export type Language = z.infer<typeof Language>;

export const USUAL_LANGUAGE: Language = "en";

/** The language that a browser prefers, by its `accept-language` header. Undefined: it names none of them. */
export function preferredLanguage(header: string): Language | undefined {
  const wanted = header.split(",").map((entry) => {
    const [tag = "", ...parameters] = entry.split(";").map((part) => part.trim().toLowerCase());
    const quality = parameters.find((each) => each.startsWith("q="))?.slice(2);
    return { language: tag.split("-")[0], quality: quality === undefined ? 1 : Number(quality) };
  });
  const known = wanted.filter(({ language, quality }) => quality > 0 && Language.safeParse(language).success);
  return known.sort((a, b) => b.quality - a.quality)[0]?.language as Language | undefined;
}
