import * as z from "zod/mini";
import { DriverStatus } from "../../../domain/driver/driver.ts";
import { BankAccountId, ShownBankAccount } from "../../../domain/driver/driver-accounts.ts";
import { DriverId } from "../../../domain/driver/driver-id.ts";
import { Sequence } from "../../../domain/event/event.ts";
import { PublicMetadata } from "../../../domain/metadata/metadata.ts";
import { Livemode } from "../../../domain/item/owner.ts";
import { component, Instant, note, PlatformSlug } from "../../../domain/text/text.ts";
import { AddressShape } from "../address-shape.ts";

const Cents = z.int();

export const BankAccountShape = component("BankAccount", {
  object: z.literal("bank_account"),
  ...ShownBankAccount.shape,
  is_default: note(z.boolean(), "Whether payouts go to this account unless they name another."),
  livemode: Livemode,
});

export const DriverShape = component("Driver", {
  id: z.string(),
  object: z.literal("driver"),
  email: note(z.string(), "Email address."),
  first_name: note(z.string(), "Legal first name."),
  last_name: note(z.string(), "Legal last name."),
  phone: note(z.nullable(z.string()), "Phone number in E.164 format, or null."),
  address: note(z.nullable(AddressShape), "Postal address, printed on tax forms, or null."),
  status: note(z.clone(DriverStatus), "Current status."),
  external_id: note(z.nullable(z.string()), "Your own id for the driver, or null."),
  occupation: note(z.nullable(z.string()), "Treasury Tipped Occupation Code. Null: unknown."),
  metadata: note(z.clone(PublicMetadata), "Your own key-value pairs, as you sent them."),
  created_at: Instant,
  platforms_connected: note(z.array(PlatformSlug), "Slugs of the connected gig platforms."),
  bank_accounts: note(
    z.array(z.pick(ShownBankAccount, { id: true, last4: true, bank_name: true })),
    "The driver's bank accounts.",
  ),
  default_bank_account_id: note(
    z.nullable(z.string()),
    "The account that payouts go to unless they name another, or null.",
  ),
  sequence: Sequence,
  lifetime_earnings: note(z.clone(Cents), "In cents: earnings from gig platforms, tips included."),
  lifetime_payouts: note(z.clone(Cents), "In cents: completed payouts before fees, less refunds."),
  livemode: Livemode,
});

export const DriverParams = z.strictObject({ id: note(z.clone(DriverId), "The driver's id.") });
export const BankAccountParams = z.extend(DriverParams, {
  bank_account_id: note(z.clone(BankAccountId), "The bank account's id."),
});
