import * as z from "zod/mini";
import { DriverId, DriverStatus } from "../../domain/driver/driver.ts";
import { BankAccount, BankAccountId } from "../../domain/driver/driver-accounts.ts";
import { PublicMetadata } from "../../domain/metadata.ts";
import { Livemode } from "../../domain/owner.ts";
import { PayoutId } from "../../domain/payout/payout.ts";
import { PublicPayout } from "../../domain/payout/public-payout.ts";
import { Instant, note, PlatformSlug } from "../../domain/text.ts";
import { AddressShape } from "./address-shape.ts";

const Cents = z.int();

/** Shapes that several operations of the Platform API share. */
export const Payment = z
  .object(PublicPayout.shape)
  .register(z.globalRegistry, { id: "Payment", description: "A payout to a driver." });

export const BankAccountShape = z
  .object({
    object: z.literal("bank_account"),
    ...BankAccount.shape,
    is_default: note(z.boolean(), "Whether payouts go to this account unless they name another."),
    livemode: Livemode,
  })
  .register(z.globalRegistry, { id: "BankAccount" });

export const DriverShape = z
  .object({
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
  })
  .register(z.globalRegistry, { id: "Driver" });

export const ConnectionShape = z
  .object({
    object: z.literal("platform_connection"),
    driver_id: z.string(),
    platform: PlatformSlug,
    status: z.enum(["connected", "disconnected"]),
    connected_at: note(z.clone(Instant), "When the driver last allowed access."),
    livemode: Livemode,
  })
  .register(z.globalRegistry, { id: "Connection" });

const driver_id = note(z.clone(DriverId), "The driver's id.");
export const EarningsParams = z.strictObject({ driver_id });
export const ConnectionParams = z.strictObject({
  driver_id,
  platform: note(z.clone(PlatformSlug), "The gig platform's slug."),
});

export const DriverParams = z.strictObject({ id: note(z.clone(DriverId), "The driver's id.") });
export const BankAccountParams = z.extend(DriverParams, {
  bank_account_id: note(z.clone(BankAccountId), "The bank account's id."),
});
export const PaymentParams = z.strictObject({ id: note(z.clone(PayoutId), "The payout's id.") });

export const driverExample = {
  id: "drv_01kadz8v7w6x5y4t3s2r1q0p9n",
  object: "driver",
  email: "ana@example.com",
  first_name: "Ana",
  last_name: "Ng",
  phone: "+14155552671",
  address: {
    line1: "77 Alder Lane",
    line2: null,
    city: "Oakland",
    state: "CA",
    postal_code: "94601",
    country: "US",
  },
  status: "active",
  external_id: "crew-1042",
  metadata: {},
  created_at: "2026-11-21T09:30:00.000Z",
  platforms_connected: ["doordash"],
  bank_accounts: [{ id: "ba_01kadz9v7w6x5y4t3s2r1q0p9n", last4: "6789", bank_name: "Sandbox Bank" }],
  default_bank_account_id: "ba_01kadz9v7w6x5y4t3s2r1q0p9n",
  lifetime_earnings: 1_250_000,
  lifetime_payouts: 250_000,
  livemode: false,
};

export const bankAccountExample = {
  id: "ba_01kadz9v7w6x5y4t3s2r1q0p9n",
  object: "bank_account",
  last4: "6789",
  bank_name: "Sandbox Bank",
  account_type: "checking",
  status: "verified",
  is_default: true,
  created_at: "2026-11-21T09:30:00.000Z",
  livemode: false,
};

export const connectionExample = {
  object: "platform_connection",
  driver_id: driverExample.id,
  platform: "doordash",
  status: "connected",
  connected_at: "2026-11-21T09:30:00.000Z",
  livemode: false,
};

export const paymentExample = {
  id: "pay_01kadzav7w6x5y4t3s2r1q0p9n",
  object: "payout",
  status: "completed",
  amount: 12_500,
  currency: "usd",
  method: "instant",
  driver_id: driverExample.id,
  bank_account_id: bankAccountExample.id,
  fee: 188,
  fee_refunded: 0,
  net_amount: 12_312,
  description: null,
  metadata: {},
  failure_code: null,
  created_at: "2026-11-21T09:30:00.000Z",
  completed_at: "2026-11-21T09:30:00.000Z",
  failed_at: null,
  canceled_at: null,
  refunded_at: null,
  livemode: false,
};

const later = "2026-11-21T09:31:00.000Z";

/** The example in each status. */
export const paymentExamples = {
  pending: {
    ...paymentExample,
    status: "pending",
    method: "standard",
    fee: 0,
    net_amount: 12_500,
    completed_at: null,
  },
  completed: paymentExample,
  failed: {
    ...paymentExample,
    status: "failed",
    fee_refunded: 188,
    failure_code: "account_closed",
    completed_at: null,
    failed_at: later,
  },
  canceled: {
    ...paymentExample,
    status: "canceled",
    fee_refunded: 188,
    completed_at: null,
    canceled_at: later,
  },
  refunded: { ...paymentExample, status: "refunded", fee_refunded: 188, refunded_at: later },
} as const;
