import { brand } from "../brand/brand.ts";

/** Crockford's base32, lower case: no i, l, o or u, so a person can read an id aloud. */
const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
/** 26 of them, as a regular expression. */
const ID_CHARACTERS = "[0-9a-hjkmnp-tv-z]{26}";

/**
 * The form of an id with a prefix, as documents publish it.
 *
 * @example
 * idForm("drv_").test("drv_01kadz8v7w6x5y4t3s2r1q0p9n"); // => true
 * idForm("drv_").test("drv_01kadz8v7w6x5y4t3s2r1q0pil"); // => false
 */
export const idForm = (prefix: string): RegExp => new RegExp(`^${prefix}${ID_CHARACTERS}$`);

/** Prefixes of random ids. A caller with the id can read the signup without a key, so it is not guessable. */
export const prefixes = {
  liveSignup: `${brand.idPrefix}_sgn_`,
  sandboxSignup: `${brand.idPrefix}_test_`,
} as const;

export function randomId(prefix: string): string {
  return prefix + randomCharacters(26);
}

/**
 * A ULID after `prefix`: 48 bits of time, then 80 random bits, so ids sort by creation.
 *
 * @example
 * const id = sortableId("drv_", new Date("2026-11-21T09:30:00.000Z"));
 * /^drv_[0-9a-z]{26}$/.test(id); // => true
 * instantOf(id).toISOString(); // => "2026-11-21T09:30:00.000Z"
 */
export const sortableId = (prefix: string, now: Date): string => prefix + timeOf(now) + randomCharacters(16);

export const instantOf = (id: string): Date =>
  new Date([...id.slice(-26, -16)].reduce((ms, digit) => ms * 32 + ALPHABET.indexOf(digit), 0));

/** The place of an id's last, random character in the alphabet, from 0 to 31. */
const lastDigitOf = (id: string): number => Math.max(0, ALPHABET.indexOf(id.slice(-1)));

/**
 * An id of one of the parts of `whole`, which sort by their number, from 0 to 1,023.
 *
 * @example
 * numberedId("bati_", "bat_01j9z8v7w6x5y4t3s2r1q0p9n8", 33); // => "bati_01j9z8v7w6x5y4t3s2r1q0p911"
 * numberIn("bati_01j9z8v7w6x5y4t3s2r1q0p911"); // => 33
 */
export const numberedId = (prefix: string, whole: string, number: number): string =>
  prefix + whole.slice(-26, -2) + ALPHABET.charAt(number >> 5) + ALPHABET.charAt(number & 31);

/** The number at the end of a part's id. */
export const numberIn = (id: string): number => lastDigitOf(id.slice(0, -1)) * 32 + lastDigitOf(id);

/** `prefix` and 26 characters of a hash. The same bytes always give the same id. */
export const idOfBytes = (prefix: string, bytes: Uint8Array): string =>
  prefix + toCharacters(bytes.subarray(0, 26));

/** The lowest sortable id after an ISO 8601 instant of any precision, and the highest before it. */
export const firstIdAfter = (prefix: string, instant: string): string =>
  prefix + timeOf(new Date(Math.floor(millisecondsOf(instant)) + 1)) + "0".repeat(16);
export const lastIdBefore = (prefix: string, instant: string): string =>
  prefix + timeOf(new Date(Math.ceil(millisecondsOf(instant)) - 1)) + "z".repeat(16);

/** A `Date` drops fractions of a millisecond. Half a millisecond replaces them, to keep the order. */
function millisecondsOf(instant: string): number {
  const finer = /\.\d{3}(\d+)/.exec(instant)?.[1] ?? "";
  return Math.max(1, Date.parse(instant) + (Number(finer) > 0 ? 0.5 : 0));
}

const LETTERS = "0123456789abcdefghijklmnopqrstuvwxyz";

/** Of its length, for ranges that exclude their end. It may have letters that no id has: a cursor has any. */
export function idBefore(id: string): string {
  const last = id.length - 1;
  const digit = LETTERS.indexOf(id.charAt(last));
  return digit > 0 ? id.slice(0, last) + LETTERS.charAt(digit - 1) : `${idBefore(id.slice(0, last))}z`;
}

function timeOf(instant: Date): string {
  let time = "";
  for (let ms = instant.getTime(), i = 0; i < 10; i++, ms = Math.floor(ms / 32)) {
    time = ALPHABET.charAt(ms % 32) + time;
  }
  return time;
}

/** Depends only on both: the time of `sibling`, and 80 bits of a hash in place of the random bits. */
export const derivedId = (prefix: string, sibling: string, text: string): Promise<string> =>
  hashedId(prefix + (/(?<=_).{10}/.exec(sibling)?.[0] ?? ""), text);

/** The same with the time of an instant. */
export const derivedIdAt = (prefix: string, instant: Date, text: string): Promise<string> =>
  hashedId(prefix + timeOf(instant), text);

async function hashedId(start: string, text: string): Promise<string> {
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return start + toCharacters(new Uint8Array(hash, 0, 16));
}

const randomCharacters = (count: number): string =>
  toCharacters(crypto.getRandomValues(new Uint8Array(count)));

/** One character for the low five bits of each byte. */
const toCharacters = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => ALPHABET.charAt(byte & 31)).join("");
