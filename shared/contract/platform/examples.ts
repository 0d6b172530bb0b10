import { EXAMPLE_EMAIL } from "../../domain/text/email.ts";
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
  occupation: "802",
  metadata: {},
  created_at: "2026-11-21T09:30:00.000Z",
  platforms_connected: ["doordash"],
  bank_accounts: [{ id: "ba_01kadz9v7w6x5y4t3s2r1q0p9n", last4: "6789", bank_name: "JPMorgan Chase" }],
  default_bank_account_id: "ba_01kadz9v7w6x5y4t3s2r1q0p9n",
  sequence: 2,
  lifetime_earnings: 1_250_000,
  lifetime_payouts: 12_500,
  livemode: false,
};

export const bankAccountExample = {
  id: "ba_01kadz9v7w6x5y4t3s2r1q0p9n",
  object: "bank_account",
  last4: "6789",
  bank_name: "JPMorgan Chase",
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

const paymentOf = (status: Parameters<typeof examplePayout>[0]) => ({
  ...examplePayout(status),
  id: "pay_01kadzav7w6x5y4t3s2r1q0p9n",
  driver_id: driverExample.id,
  bank_account_id: bankAccountExample.id,
});

export const paymentExamples = {
  pending: paymentOf("pending"),
  completed: paymentOf("completed"),
  failed: paymentOf("failed"),
  canceled: paymentOf("canceled"),
  refunded: paymentOf("refunded"),
};
export const paymentExample = paymentExamples.completed;
/** A standard payout, which a test helper completes. */
export const completedExample = {
  ...paymentExample,
  method: "standard",
  fee: 0,
  net_amount: 12_500,
  bank_amount: 11_875,
  savings_amount: 625,
  completed_at: "2026-11-21T09:32:00.000Z",
  sequence: 2,
};
