import { EXAMPLE_EMAIL } from "../../domain/email.ts";
import { examplePayout } from "../../domain/event/event-examples.ts";

/** Objects in examples. Records share them without the schemas of these objects, which cost time to make. */
export const driverExample = {
  id: "drv_01kadz8v7w6x5y4t3s2r1q0p9n",
  object: "driver",
  email: EXAMPLE_EMAIL,
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
  ...examplePayout("completed"),
  id: "pay_01kadzav7w6x5y4t3s2r1q0p9n",
  driver_id: driverExample.id,
  bank_account_id: bankAccountExample.id,
};

const later = "2026-11-21T09:31:00.000Z";

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
  refunded: {
    ...paymentExample,
    status: "refunded",
    fee_refunded: 188,
    refunded_amount: 12_500,
    refunded_at: later,
  },
} as const;
