import * as z from "zod/mini";
import { sortableId } from "../item/ids.ts";
import { Instant } from "../text/text.ts";
import { DAY } from "../limit/window.ts";
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

export const Account = z.object({
  account_id: z.string(),
  ...Standing.shape,
  partner_id: z.optional(z.string()),
  name: z.optional(z.string()),
  created_at: Instant,
  /** The members who must approve a proposal. Absent: one. */
  approvals_needed: z.optional(z.literal(2)),
  keys: z.optional(z.array(KeyReference)),
});
export type Account = z.infer<typeof Account>;

/** Bounded, because one transaction changes all keys with their account's standing. */
export const MAX_KEYS = 20;

/** With rotated ones that work on for their overlap. Bounded, because one call reads them all. */
export const MAX_KEYS_WITH_ROTATED = 2 * MAX_KEYS;

const ID_PREFIX = "acct_";

export const isAccountId = (text: string): boolean => text.startsWith(ID_PREFIX);

export const newAccount = (of: { partner_id: string } | { name?: string }, now: Date): Account => ({
  account_id: sortableId(ID_PREFIX, now),
  ...of,
  tier: "starter",
  verified: false,
  created_at: now.toISOString(),
});

/** An account without a key expires, because registration is open. Its partner's slug and its name stay. */
export const KEYLESS_SECONDS = 90 * DAY;

/** An expired account as it was before its first change. */
export const restoredAccount = (
  account_id: string,
  of: Parameters<typeof newAccount>[0],
  now: Date,
): Account => ({ ...newAccount(of, now), account_id });
