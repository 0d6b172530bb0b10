export async function latinName(name: string): Promise<string> {
  const plain = name.normalize("NFKD").replace(/\p{M}/gu, "");
  return [...plain].every(isAscii) ? plain : inLatin(name, isAscii);
}

const isAscii = (character: string): boolean => character <= "\x7f";

/** The table has the name of a picture, such as `:truck:`, and two letters for a flag. */
const PICTURE = /^:\S+:$/;
const FLAG = /\p{RI}/u;

/** Others become Latin letters; pictures are dropped. Loaded at need: the table of all scripts is large. */
export async function inLatin(text: string, knows: (character: string) => boolean): Promise<string> {
  if ([...text].every(knows)) return text.trim();
  const { default: anyAscii } = await import("any-ascii");
  const inLetters = (character: string): string => {
    if (knows(character)) return character;
    const letters = anyAscii(character);
    // The table writes letters like the Hawaiian okina as a backtick.
    return PICTURE.test(letters) || FLAG.test(character) ? "" : letters.replaceAll("`", "'");
  };
  return [...text].map(inLetters).join("").replace(/ {2,}/g, " ").trim();
}
