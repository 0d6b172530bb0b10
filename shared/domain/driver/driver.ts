import * as z from "zod/mini";
import { sortableId } from "../item/ids.ts";
import { mergedMetadata, publicMetadata, StoredMetadata, withStoredMetadata } from "../metadata/metadata.ts";
import { patchedFields } from "../item/patch.ts";
import { SavingsPlan } from "../savings/plan.ts";
import { publicAddress, StoredAddress } from "../address/stored-address.ts";
import { Instant, PlatformSlug } from "../text/text.ts";
import { BankAccount, BankAccountId, defaultAccount } from "./driver-accounts.ts";
import { DriverId } from "./driver-id.ts";
import type { DriverPatch, DriverRequest } from "./driver-request.ts";

export const DriverStatus = z.enum(["active"]);

/** Its texts are those of a request, whose rules may become stricter. {@link DriverTotals} has the sums. */
export const Driver = z.object({
  id: DriverId,
  status: DriverStatus,
  email: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  phone: z.optional(z.string()),
  /** Sealed. */
  ssn_last4: z.optional(z.string()),
  address: z.optional(StoredAddress),
  external_id: z.optional(z.string()),
  occupation: z.optional(z.string()),
  metadata: z.optional(StoredMetadata),
  /** Oldest first. */
  bank_accounts: z.array(BankAccount),
  /** Absent: the newest account is the default. */
  default_bank_account_id: z.optional(BankAccountId),
  /** A set: a write adds or removes one without reading the others. Absent when empty. */
  platforms_connected: z.optional(z.set(PlatformSlug)),
  /** The plan of the driver's active agreement to save, if there is one. */
  savings: z.optional(SavingsPlan),
  /** The number of its events. Each is in the transaction of a change. */
  events: z.int(),
  created_at: Instant,
});
export type Driver = z.infer<typeof Driver>;

/**
 * In cents, and the number of payouts in each status. Each sum changes in the transaction that it counts.
 * `lifetime_payouts`: completed payouts before fees, less refunds. `paid_2026`, `tips_2026`: what a form of
 * that year states. `cents`: the ledger's balance. `entries_payout_created` and others: numbers of entries.
 */
export const DriverTotals = z.looseObject({
  lifetime_earnings: z._default(z.int(), 0),
  lifetime_payouts: z._default(z.int(), 0),
  pending: z._default(z.int(), 0),
  completed: z._default(z.int(), 0),
  failed: z._default(z.int(), 0),
  canceled: z._default(z.int(), 0),
  refunded: z._default(z.int(), 0),
  cents: z._default(z.int(), 0),
  entries_payout_created: z._default(z.int(), 0),
  entries_payout_completed: z._default(z.int(), 0),
  entries_payout_failed: z._default(z.int(), 0),
  entries_payout_canceled: z._default(z.int(), 0),
  entries_payout_refunded: z._default(z.int(), 0),
  entries_correction: z._default(z.int(), 0),
});
export type DriverTotals = z.infer<typeof DriverTotals>;

export const createDriver = (request: DriverRequest, now: Date): Driver => ({
  id: sortableId("drv_", now),
  status: "active",
  ...withStoredMetadata(request),
  bank_accounts: [],
  events: 1,
  created_at: now.toISOString(),
});

export const changesOf = (
  driver: Pick<Driver, "metadata">,
  { metadata, ...patch }: DriverPatch,
): Partial<Driver> => ({
  ...patchedFields({}, patch),
  ...(metadata !== undefined && { metadata: mergedMetadata(driver.metadata, metadata) }),
});

export const publicDriver = (
  driver: Driver,
  { lifetime_earnings, lifetime_payouts }: Pick<DriverTotals, "lifetime_earnings" | "lifetime_payouts">,
) => ({
  id: driver.id,
  object: "driver" as const,
  email: driver.email,
  first_name: driver.first_name,
  last_name: driver.last_name,
  phone: driver.phone ?? null,
  address: publicAddress(driver.address),
  status: driver.status,
  external_id: driver.external_id ?? null,
  occupation: driver.occupation ?? null,
  metadata: publicMetadata(driver.metadata),
  created_at: driver.created_at,
  platforms_connected: [...(driver.platforms_connected ?? [])].sort(),
  bank_accounts: driver.bank_accounts.map(({ id, last4, bank_name }) => ({ id, last4, bank_name })),
  default_bank_account_id: defaultAccount(driver)?.id ?? null,
  sequence: driver.events,
  lifetime_earnings,
  lifetime_payouts,
});
