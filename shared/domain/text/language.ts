import * as z from "zod/mini";

/** The languages of pages and emails for people. Each has a catalogue in `shared/words`. */
export const Language = z.enum(["en", "es"]);
export type Language = z.infer<typeof Language>;

export const USUAL_LANGUAGE: Language = "en";

/** A browser names about ten. More are ignored. */
const RANGES_READ = 100;

/** The weights of a header such as Accept, by its lowercase values (RFC 9110, 12.4.2). */
export const weightsOf = (header: string): ReadonlyMap<string, number> =>
  new Map(
    header
      .toLowerCase()
      .split(",", RANGES_READ)
      .map((range) => {
        const [value = "", ...parameters] = range.split(";").map((part) => part.trim());
        const q = parameters.find((parameter) => parameter.startsWith("q="))?.slice(2);
        return [value, q === undefined ? 1 : Number(q) || 0] as const;
      }),
  );

/** The language that a browser prefers, by its `accept-language` header. Undefined: it names none of them. */
export function preferredLanguage(header: string): Language | undefined {
  const languages = [...weightsOf(header)].map(([tag, weight]) => ({ language: tag.split("-")[0], weight }));
  const known = languages.filter(
    ({ language, weight }) => weight > 0 && Language.safeParse(language).success,
  );
  return known.sort((a, b) => b.weight - a.weight)[0]?.language as Language | undefined;
}
