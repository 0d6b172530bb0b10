import * as z from "zod/mini";
import { isLive, type Owner, ownerKey } from "../item/owner.ts";
import { differences, patchedFields } from "../item/patch.ts";
import { publicAddress, StoredAddress } from "../address/stored-address.ts";
import { Instant } from "../text/text.ts";
import type { AccountPatch } from "./account-patch.ts";

/** An account in one mode, so a test key changes nothing on live forms. `ein` is sealed for the owner. */
export const AccountProfile = z.object({
  display_name: z.optional(z.string()),
  legal_name: z.optional(z.string()),
  address: z.optional(StoredAddress),
  ein: z.optional(z.string()),
  ein_last4: z.optional(z.string()),
  enforce_balance: z.optional(z.boolean()),
  updated_at: z.optional(Instant),
  withholding_terms: z.optional(
    z.object({ version: z.string(), text_sha256: z.string(), accepted_at: Instant, member_id: z.string() }),
  ),
});
export type AccountProfile = z.infer<typeof AccountProfile>;

export const sealedFor = (owner: Owner): string => ownerKey(owner);

/** With the hyphen, as forms print it. */
export const writtenEin = (ein: string): string => ein.replace(/^(\d{2})-?(\d{7})$/, "$1-$2");

/**
 * Empty when all values are those that are stored. Undefined removes a field. `seal` encrypts the EIN, whose
 * last digits are stored for replies.
 */
export function profileChanges(
  owner: Owner,
  profile: AccountProfile,
  { ein, ...fields }: AccountPatch,
  seal: (ein: string) => string,
  now: Date,
): Partial<Record<keyof AccountProfile, unknown>> {
  const changes = differences<object>(
    { ...profile, enforce_balance: enforcesBalance(owner, profile) },
    {
      ...patchedFields({}, fields),
      ...(ein !== undefined && { ein: ein ? seal(writtenEin(ein)) : undefined, ein_last4: ein?.slice(-4) }),
    },
  );
  return Object.keys(changes).length > 0 ? { ...changes, updated_at: now.toISOString() } : {};
}

export const publicAccount = (owner: Owner, profile: AccountProfile) => ({
  id: owner.account_id,
  object: "account" as const,
  livemode: isLive(owner),
  display_name: profile.display_name ?? null,
  legal_name: profile.legal_name ?? null,
  address: publicAddress(profile.address),
  ein: profile.ein_last4 === undefined ? null : `XX-XXX${profile.ein_last4}`,
  enforce_balance: enforcesBalance(owner, profile),
  updated_at: profile.updated_at ?? null,
});

/** Whether payouts need an available balance that covers them. */
export const enforcesBalance = (owner: Owner, { enforce_balance }: AccountProfile): boolean =>
  isLive(owner) || enforce_balance === true;

/** An account words its display name at any time, so the registered and reviewed name is beside it. */
export const shownAsker = (display: string | undefined, registered: string | undefined) =>
  display !== undefined && registered !== undefined && display !== registered
    ? `${display} (${registered})`
    : (display ?? registered);
