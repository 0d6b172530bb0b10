import { brand } from "../brand/brand.ts";

/**
 * An address that only its owner recognizes.
 *
 * @example
 * maskedEmail("ana@example.com"); // => "a•••@e•••.com"
 */
export function maskedEmail(email: string): string {
  const [local = "", domain = ""] = email.split("@");
  const labels = domain.split(".");
  return `${local.slice(0, 1)}•••@${domain.slice(0, 1)}•••.${labels.at(-1)}`;
}

/** Zero-width joiners belong to words of some scripts. */
const FOREIGN = /[^\p{L}\p{M}\p{N}\p{Join_Control}'’ -]+/gu;
/** Parts joined by hyphens read like words. */
const PARTS = /['’-]+/;
const MAX_PARTS = 4;
/** Scripts whose sentences have no spaces. A name in them is short. */
const UNSPACED =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Thai}\p{scx=Khmer}\p{scx=Lao}\p{scx=Myanmar}]/gu;
const MAX_UNSPACED = 8;
const MAX_CHARACTERS = 40;

/** As many words as a name has, and a sentence has not. */
function fewWords(words: readonly string[]): string[] {
  const kept: string[] = [];
  for (const word of words) {
    const name = [...kept, word].join("-");
    const unspaced = name.replace(/\p{M}/gu, "").match(UNSPACED)?.length ?? 0;
    if (
      word.split(PARTS).length < MAX_PARTS &&
      name.split(PARTS).length <= MAX_PARTS &&
      (kept.length === 0 || [...name].length <= MAX_CHARACTERS) &&
      unspaced <= MAX_UNSPACED
    )
      kept.push(word);
  }
  return kept.slice(0, 3);
}

/** A stranger's name must not read as ours. */
const OUR_NAMES = new RegExp(
  [brand.productName, brand.serviceName].map((text) => text.replace(/ /g, "[\\s-]*")).join("|"),
  "giu",
);

/** Letters of up to three words: no address, link, number, sentence or our name. Empty: nothing remains. */
export function plainName(name: string | undefined): string {
  const spokenWords = (name ?? "").normalize("NFC").replace(FOREIGN, " ").replace(OUR_NAMES, " ").split(" ");
  const words = spokenWords.filter((word) => /[\p{L}\p{N}]/u.test(word));
  const digits = words.join("").replace(/\P{N}/gu, "");
  const kept = digits.length > 3 ? words.filter((word) => !/\p{N}/u.test(word)) : words;
  return [...fewWords(kept).join(" ")].slice(0, MAX_CHARACTERS).join("").trim();
}

/** The same, with a sign for the words that it leaves out. */
export function shortName(name: string): string {
  const letters = (text: string) => text.normalize("NFC").replace(/[^\p{L}\p{M}\p{N}]+/gu, "");
  const plain = plainName(name);
  return plain === "" || letters(plain) === letters(name) ? plain : `${plain}…`;
}
