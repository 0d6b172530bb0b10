import * as z from "zod/mini";
import { sortableId } from "../ids.ts";
import { Instant } from "../text.ts";
import { DAY } from "../window.ts";
import { Standing } from "./standing.ts";

/** A reference to a key: its id, and the hash under which its item is stored. Never the key itself. */
const KeyReference = z.object({
  key_id: z.string(),
  hash: z.string(),
  /** Set by a rotation. From then on the key does not work, and takes no place. */
  expires_at: z.optional(Instant),
  /** The end that its maker chose. The daily walk warns of it, and then the key takes no place, either. */
  valid_until: z.optional(Instant),
});

export type KeyReference = z.infer<typeof KeyReference>;

export const keyReference = (
  { key_id, valid_until }: { key_id: string; valid_until?: string | undefined },
  hash: string,
): KeyReference => ({ key_id, hash, ...(valid_until !== undefined && { valid_until }) });

/** The owner of keys and data on the Platform API, created for a partner or by an operator. */
export const Account = z.object({
  account_id: z.string(),
  ...Standing.shape,
  partner_id: z.optional(z.string()),
  name: z.optional(z.string()),
  created_at: Instant,
  keys: z.optional(z.array(KeyReference)),
});
export type Account = z.infer<typeof Account>;

/**
 * The most unrevoked keys of an account. Bounded, because one transaction changes them all with its standing.
 */
export const MAX_KEYS = 20;

/**
 * The most unrevoked keys together with rotated ones that work on for their overlap. Bounded for the same
 * reason, and because one call reads them all.
 */
export const MAX_KEYS_WITH_ROTATED = 2 * MAX_KEYS;

const ID_PREFIX = "acct_";

/** Whether a text is an account's id, and not a name or a slug. */
export const isAccountId = (text: string): boolean => text.startsWith(ID_PREFIX);

export const newAccount = (of: { partner_id: string } | { name?: string }, now: Date): Account => ({
  account_id: sortableId(ID_PREFIX, now),
  ...of,
  tier: "starter",
  verified: false,
  created_at: now.toISOString(),
});

/**
 * An account that never got a key has no data, and expires, because registration is open. Its partner's slug
 * and its name stay, and lead to its id.
 */
export const KEYLESS_SECONDS = 90 * DAY;

/** An expired account as it was before its first change. */
export const restoredAccount = (
  account_id: string,
  of: Parameters<typeof newAccount>[0],
  now: Date,
): Account => ({ ...newAccount(of, now), account_id });
