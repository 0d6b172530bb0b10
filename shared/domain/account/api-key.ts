import * as z from "zod/mini";
import { brand } from "../brand/brand.ts";
import { dayOf, plusDays } from "../time/day.ts";
import { sortableId } from "../item/ids.ts";
import { Mode } from "../item/owner.ts";
import { Instant } from "../text/text.ts";
import { Scope } from "./scope.ts";
import { Quota, Standing } from "./standing.ts";

/** A key's record: its owner and its rights. It is stored under the SHA-256 of the key's text. */
export const ApiKey = z.object({
  key_id: z.string(),
  account_id: z.string(),
  mode: Mode,
  scopes: z.array(Scope),
  ...Standing.shape,
  /** A quota of its own, in the place of that of its account's standing. */
  quota: z.optional(Quota),
  created_at: Instant,
  /** The name that a member gave it, and its last characters. A key that an operator made has neither. */
  name: z.optional(z.string()),
  ending: z.optional(z.string()),
  /** The members who made it, and rotated those before it. */
  makers: z.optional(z.array(z.string())),
  /** Written at most once an hour. */
  last_used_at: z.optional(Instant),
  /** The network that the use came from, such as `203.0.113.0/24`. */
  last_used_from: z.optional(z.string()),
  /** When a request with it first had an idempotency key. Written once. */
  idempotent_at: z.optional(Instant),
  /** In cents: of a payout, and of all payouts that it makes on a UTC day. Absent: no limit. */
  max_payout_amount: z.optional(z.int()),
  max_daily_amount: z.optional(z.int()),
  /** The rotated key whose sum of the day it continues. Absent: it has its own. */
  capped_as: z.optional(z.string()),
  /** The end that its maker chose. Absent: none. */
  valid_until: z.optional(Instant),
  /** A rotated key stops at this instant. */
  expires_at: z.optional(Instant),
  revoked_at: z.optional(Instant),
});
export type ApiKey = z.infer<typeof ApiKey>;

/** Whether a reader of the documentation got it. Only such keys have a quota of their own. */
export const isOfDocs = ({ quota }: ApiKey): boolean => quota !== undefined;

export const isEnded = ({ revoked_at, expires_at, valid_until }: ApiKey, now: Date): boolean =>
  revoked_at !== undefined || hasPassed(expires_at, now) || hasPassed(valid_until, now);

export const hasPassed = (instant: string | undefined, now: Date): boolean =>
  instant !== undefined && Date.parse(instant) <= now.getTime();

/** The admins of an account read of a key's end so many days before. */
export const KEY_WARNING_DAYS = 7;

/**
 * The last instant of a day, for a key that is made now. Undefined: the day is over, or is no day.
 *
 * @example
 * endOfDay("2026-12-01", new Date("2026-11-21T09:30:00.000Z")); // => "2026-12-01T23:59:59.999Z"
 * endOfDay("2026-02-30", new Date("2026-01-21T09:30:00.000Z")); // => undefined
 */
export function endOfDay(day: string, now: Date): string | undefined {
  const end = `${day}T23:59:59.999Z`;
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(day) && new Date(end).toJSON() === end;
  return isDay && Date.parse(end) > now.getTime() ? end : undefined;
}

export function renewedEnd({ created_at, valid_until }: ApiKey, now: Date): string | undefined {
  if (valid_until === undefined) return undefined;
  const days = Math.floor((Date.parse(valid_until) - Date.parse(created_at)) / 86_400_000);
  return endOfDay(plusDays(dayOf(now), days), now);
}

/** For the key that replaces it: a rotation begins no new sum of the day. */
export const renewedLimits = ({
  key_id,
  max_payout_amount,
  max_daily_amount,
  capped_as = key_id,
}: ApiKey) => ({
  ...(max_payout_amount !== undefined && { max_payout_amount }),
  ...(max_daily_amount !== undefined && { max_daily_amount, capped_as }),
});

/** How old a key's `last_used_at` must be before its next use is written. */
export const USE_WRITTEN_EVERY_MS = 60 * 60 * 1000;

const BASE62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const SECRET = 32;
const CHECKSUM = 6;

/**
 * The mode, 32 random characters (190 bits) and a checksum of six, which separates a mistyped key from a
 * revoked one and identifies a leaked one, without a lookup.
 */
export const newApiKey = (mode: Mode): string => apiKeyOf(mode, randomBase62(SECRET));

export function apiKeyOf(mode: Mode, characters: string): string {
  const text = `${brand.idPrefix}_${mode}_${characters}`;
  return text + checksumOf(text);
}

export function modeOfKey(text: string): Mode | undefined {
  const match = new RegExp(`^${brand.idPrefix}_(test|live)_[0-9A-Za-z]{${SECRET + CHECKSUM}}$`).exec(text);
  if (!match || checksumOf(text.slice(0, -CHECKSUM)) !== text.slice(-CHECKSUM)) return undefined;
  return match[1] as Mode;
}

/** Skips bytes from 248 up: they would favour some characters. */
function randomBase62(length: number): string {
  let text = "";
  while (text.length < length) {
    for (const byte of crypto.getRandomValues(new Uint8Array(length))) {
      if (byte < 248 && text.length < length) text += BASE62.charAt(byte % 62);
    }
  }
  return text;
}

/** CRC-32 (ISO-HDLC) in base62, as GitHub does with its tokens. */
function checksumOf(text: string): string {
  let crc = 0xffffffff;
  for (const byte of new TextEncoder().encode(text)) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  let rest = (crc ^ 0xffffffff) >>> 0;
  let checksum = "";
  for (let i = 0; i < CHECKSUM; i++) {
    checksum = BASE62.charAt(rest % 62) + checksum;
    rest = Math.floor(rest / 62);
  }
  return checksum;
}

export const newKeyRecord = (
  { account_id, tier, verified, custom_quota, suspended }: Standing & { account_id: string },
  mode: Mode,
  scopes: readonly Scope[],
  now: Date,
): ApiKey => ({
  key_id: sortableId("key_", now),
  account_id,
  mode,
  scopes: [...scopes],
  tier,
  verified,
  ...(custom_quota && { custom_quota }),
  ...(suspended && { suspended }),
  created_at: now.toISOString(),
});
