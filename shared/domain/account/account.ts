import * as z from "zod/mini";
import { sortableId } from "../ids.ts";
import type { Mode } from "../owner.ts";
import { Instant } from "../text.ts";
import { DAY } from "../window.ts";

export const Tier = z.enum(["starter", "growth", "enterprise"]);
export type Tier = z.infer<typeof Tier>;

/** The requests that an account may make per minute and per second, in each mode. */
export const Quota = z.object({
  per_minute: z.int().check(z.positive(), z.maximum(50_000)),
  per_second: z.int().check(z.positive(), z.maximum(1_000)),
});
export type Quota = z.infer<typeof Quota>;

/** Test keys have the sandbox tier's quota in accounts of every tier. */
export const sandboxQuota: Quota = { per_minute: 100, per_second: 20 };

/** An enterprise account without a custom quota has growth's. */
const quotas: Record<Tier, Quota> = {
  starter: { per_minute: 1_000, per_second: 100 },
  growth: { per_minute: 10_000, per_second: 500 },
  enterprise: { per_minute: 10_000, per_second: 500 },
};

/** An account's limits and verification. Each of its keys stores a copy, so that a request reads one item. */
export const Standing = z.object({
  tier: Tier,
  verified: z.boolean(),
  custom_quota: z.optional(Quota),
  /** An operator suspended it, so no key of it works. */
  suspended: z.optional(z.literal(true)),
});
export type Standing = z.infer<typeof Standing>;

export const quotaOf = (mode: Mode, { tier, custom_quota }: Standing): Quota =>
  mode === "test" ? sandboxQuota : (tier === "enterprise" && custom_quota) || quotas[tier];

/** A reference to a key: its id, and the hash under which its item is stored. Never the key itself. */
const KeyReference = z.object({
  key_id: z.string(),
  hash: z.string(),
  /** Set by a rotation. From then on the key does not work, and takes no place. */
  expires_at: z.optional(Instant),
});

/** The owner of keys and data on the Platform API, created for a partner or by an operator. */
export const Account = z.object({
  account_id: z.string(),
  ...Standing.shape,
  partner_id: z.optional(z.string()),
  name: z.optional(z.string()),
  created_at: Instant,
  keys: z.optional(z.array(KeyReference)),
  live_access_requested_at: z.optional(Instant),
});
export type Account = z.infer<typeof Account>;

/**
 * The most unrevoked keys of an account. Bounded, because one transaction changes them all with its standing.
 */
export const MOST_KEYS = 20;

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
