import * as z from "zod/mini";
import { BankAccount, DriverId, DriverStatus } from "../../domain/driver/driver.ts";
import { PublicMetadata } from "../../domain/metadata.ts";
import { PayoutId, PublicPayout } from "../../domain/payout/payout.ts";
import { Instant, note, PlatformSlug } from "../../domain/text.ts";
import { AddressShape } from "./address-shape.ts";

const Cents = z.int();

/** Shapes that several operations of the Platform API share. */
export const Payment = z
  .object(PublicPayout.shape)
  .register(z.globalRegistry, { id: "Payment", description: "A payout to a driver." });

export const BankAccountShape = z
  .object({ object: z.literal("bank_account"), ...BankAccount.shape })
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
    metadata: PublicMetadata,
    created_at: Instant,
    platforms_connected: z.array(PlatformSlug),
    bank_accounts: z.array(z.object({ id: z.string(), last4: z.string(), bank_name: z.string() })),
    lifetime_earnings: note(z.clone(Cents), "In cents: earnings from gig platforms, tips included."),
    lifetime_payouts: note(z.clone(Cents), "In cents: completed payouts before fees, less refunds."),
  })
  .register(z.globalRegistry, { id: "Driver" });

export const ConnectionShape = z
  .object({
    object: z.literal("platform_connection"),
    driver_id: z.string(),
    platform: PlatformSlug,
    status: z.enum(["connected", "disconnected"]),
    connected_at: note(z.clone(Instant), "When the driver last allowed access."),
  })
  .register(z.globalRegistry, { id: "Connection" });

const driver_id = note(z.clone(DriverId), "The driver's id.");
export const EarningsParams = z.strictObject({ driver_id });
export const ConnectionParams = z.strictObject({
  driver_id,
  platform: note(z.clone(PlatformSlug), "The gig platform's slug."),
});

export const DriverParams = z.strictObject({ id: note(z.clone(DriverId), "The driver's id.") });
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
  metadata: {},
  created_at: "2026-11-21T09:30:00.000Z",
  platforms_connected: ["doordash"],
  bank_accounts: [{ id: "ba_01kadz9v7w6x5y4t3s2r1q0p9n", last4: "6789", bank_name: "Sandbox Bank" }],
  lifetime_earnings: 1_250_000,
  lifetime_payouts: 250_000,
};

export const bankAccountExample = {
  id: "ba_01kadz9v7w6x5y4t3s2r1q0p9n",
  object: "bank_account",
  last4: "6789",
  bank_name: "Sandbox Bank",
  account_type: "checking",
  status: "verified",
  created_at: "2026-11-21T09:30:00.000Z",
};

export const connectionExample = {
  object: "platform_connection",
  driver_id: driverExample.id,
  platform: "doordash",
  status: "connected",
  connected_at: "2026-11-21T09:30:00.000Z",
};

export const paymentExample = {
  id: "pay_01kadzav7w6x5y4t3s2r1q0p9n",
  object: "payout",
  status: "completed",
  amount: 12_500,
  currency: "usd",
  method: "instant",
  driver_id: driverExample.id,
  fee: 188,
  net_amount: 12_312,
  description: null,
  metadata: {},
  failure_code: null,
  created_at: "2026-11-21T09:30:00.000Z",
  completed_at: "2026-11-21T09:30:00.000Z",
};
