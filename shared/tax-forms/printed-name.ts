import { inLatin } from "../http/guard/latin-name.ts";

/** The characters of the standard typefaces of PDF readers. */
const PRINTED = /^[\x20-\x7e\xa0-\xff€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]$/;
export const isPrinted = (character: string): boolean => PRINTED.test(character);

const onOneLine = (text: string): string =>
  text
    .normalize("NFC")
    .replace(/[\p{Cc}\p{Z}]+/gu, " ")
    .trim();

/** A text as a form prints it: other scripts in Latin letters, without pictures. */
export const printed = (text: string): Promise<string> => inLatin(onOneLine(text), isPrinted);

/** The name that a form prints instead of a given one. Undefined: it prints the name as given. */
export async function printedInstead(name: string): Promise<string | undefined> {
  const shown = await printed(name);
  return shown === onOneLine(name) ? undefined : shown;
}
