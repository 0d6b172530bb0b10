/** An address that only its owner recognizes: `ana@example.com` is `a•••@e•••.com`. */
export function maskedEmail(email: string): string {
  const [local = "", domain = ""] = email.split("@");
  const labels = domain.split(".");
  return `${local.slice(0, 1)}•••@${domain.slice(0, 1)}•••.${labels.at(-1)}`;
}

/** Zero-width joiners belong to words of some scripts. */
const FOREIGN = /[^\p{L}\p{M}\p{N}\p{Join_Control}'’ -]+/gu;
const PARTS = /['’-]+/;
/** Scripts whose sentences have no spaces. A name in them is short. */
const UNSPACED =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Thai}\p{scx=Khmer}\p{scx=Lao}\p{scx=Myanmar}]/u;
const LONGEST_UNSPACED = 12;

/** Parts joined by hyphens would be a sentence, too. */
const isSentence = (word: string): boolean =>
  word.split(PARTS).length > 3 ||
  (UNSPACED.test(word) && [...word.replace(/\p{M}/gu, "")].length > LONGEST_UNSPACED);

/**
 * A caller's name made safe for our emails: the letters of up to three words. It cannot hold an address,
 * link, phone number or sentence that a reader would take for ours. Empty when nothing remains.
 */
export function plainName(name: string | undefined): string {
  const words = (name ?? "")
    .normalize("NFC")
    .replace(FOREIGN, " ")
    .split(" ")
    .filter((word) => word !== "" && !isSentence(word))
    .slice(0, 3);
  const digits = words.join("").replace(/\P{N}/gu, "");
  const kept = digits.length > 3 ? words.filter((word) => !/\p{N}/u.test(word)) : words;
  return [...kept.join(" ")].slice(0, 40).join("").trim();
}
