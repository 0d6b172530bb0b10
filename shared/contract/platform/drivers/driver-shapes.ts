import * as z from "zod/mini";
import { DriverStatus } from "../../../domain/driver/driver.ts";
import { BankAccount, BankAccountId } from "../../../domain/driver/driver-accounts.ts";
import { DriverId } from "../../../domain/driver/driver-id.ts";
import { PublicMetadata } from "../../../domain/metadata.ts";
import { Livemode } from "../../../domain/owner.ts";
import { component, Instant, note, PlatformSlug } from "../../../domain/text.ts";
import { AddressShape } from "../address-shape.ts";

const Cents = z.int();

export const BankAccountShape = component("BankAccount", {
  object: z.literal("bank_account"),
  ...BankAccount.shape,
  is_default: note(z.boolean(), "Whether payouts go to this account unless they name another."),
  livemode: Livemode,
});

export const DriverShape = component("Driver", {
  id: z.string(),
  object: z.literal("driver"),
  email: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  phone: z.nullable(z.string()),
  address: note(z.nullable(AddressShape), "Postal address, printed on tax forms, or null."),
  status: z.clone(DriverStatus),
  external_id: note(z.nullable(z.string()), "Your own id for the driver, or null."),
  metadata: PublicMetadata,
  created_at: Instant,
  platforms_connected: z.array(PlatformSlug),
  bank_accounts: z.array(z.object({ id: z.string(), last4: z.string(), bank_name: z.string() })),
  default_bank_account_id: note(
    z.nullable(z.string()),
    "The account that payouts go to unless they name another, or null.",
  ),
  lifetime_earnings: note(z.clone(Cents), "In cents: earnings from gig platforms, tips included."),
  lifetime_payouts: note(z.clone(Cents), "In cents: completed payouts before fees, less refunds."),
  livemode: Livemode,
});

export const DriverParams = z.strictObject({ id: note(z.clone(DriverId), "The driver's id.") });
export const BankAccountParams = z.extend(DriverParams, {
  bank_account_id: note(z.clone(BankAccountId), "The bank account's id."),
});
