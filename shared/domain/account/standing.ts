import * as z from "zod/mini";
import type { Mode } from "../item/owner.ts";

export const Tier = z.enum(["starter", "growth", "enterprise"]);
export type Tier = z.infer<typeof Tier>;

export const largestQuota = { per_minute: 50_000, per_second: 1_000 };

export const Quota = z.object({
  per_minute: z.int().check(z.positive(), z.maximum(largestQuota.per_minute)),
  per_second: z.int().check(z.positive(), z.maximum(largestQuota.per_second)),
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
  suspended: z.optional(z.literal(true)),
});
export type Standing = z.infer<typeof Standing>;

/** Why an account's standing refuses requests of its keys and changes in its dashboard, in a mode. */
export function closedBy(
  mode: Mode,
  { verified, suspended }: Pick<Standing, "verified" | "suspended">,
): "account_suspended" | "account_unverified" | undefined {
  if (suspended) return "account_suspended";
  return mode === "live" && !verified ? "account_unverified" : undefined;
}

export const quotaOf = (mode: Mode, { tier, custom_quota }: Standing): Quota =>
  mode === "test" ? sandboxQuota : (tier === "enterprise" && custom_quota) || quotas[tier];
