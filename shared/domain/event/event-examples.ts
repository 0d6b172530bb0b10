const CREATED = "2026-11-21T09:30:00.000Z";
const LATER = "2026-11-21T09:32:00.000Z";

/** A standard payout, which waits and is free. Until it completes, it saves nothing. */
const PENDING = {
  method: "standard",
  fee: 0,
  net_amount: 12_500,
  bank_amount: 12_500,
  savings_amount: 0,
  savings_reason: "not_completed",
  completed_at: null,
  sequence: 1,
};

const ofStatus = {
  completed: {},
  pending: PENDING,
  failed: { ...PENDING, sequence: 2, failure_code: "account_frozen", failed_at: LATER },
  canceled: { ...PENDING, canceled_at: LATER, sequence: 2 },
  refunded: {
    fee_refunded: 188,
    refunded_amount: 12_500,
    refunded_at: LATER,
    refund_reason: "returned",
    sequence: 2,
  },
};

/** As the service makes it: test/journeys/examples.test.ts compares both. */
export const examplePayout = (status: keyof typeof ofStatus) => ({
  id: "pay_01j9z8v7w6x5y4t3s2r1q0p9n8",
  object: "payout",
  status,
  amount: 12_500,
  currency: "usd",
  method: "instant",
  driver_id: exampleDriver().id,
  bank_account_id: "ba_01j9z8v7w6x5y4t3s2r1q0p9n8",
  fee: 188,
  fee_refunded: 0,
  net_amount: 12_312,
  tip_amount: 2_000,
  bank_amount: 11_696,
  savings_amount: 616,
  savings_reason: null,
  refunded_amount: 0,
  description: null,
  metadata: {},
  failure_code: null,
  created_at: CREATED,
  completed_at: CREATED,
  failed_at: null,
  canceled_at: null,
  refunded_at: null,
  refund_reason: null,
  sequence: 1,
  livemode: false,
  ...ofStatus[status],
});

export function exampleBatch() {
  return {
    id: "bat_01kadzav7w6x5y4t3s2r1q0p9n",
    object: "payout_batch",
    status: "completed",
    counts: { total: 3, pending: 0, created: 2, rejected: 1 },
    created_at: "2026-11-21T09:30:00.000Z",
    completed_at: "2026-11-21T09:30:02.000Z",
    sequence: 1,
    livemode: false,
  };
}

export function exampleProposal(status: "pending" | "approved" | "declined" | "expired") {
  const expires_at = "2026-11-24T09:30:00.000Z";
  const decided_at = { pending: null, approved: LATER, declined: LATER, expired: expires_at }[status];
  return {
    id: "prp_01kadzav7w6x5y4t3s2r1q0p9n",
    object: "payout_proposal",
    status,
    reason: "Deliveries of November 20",
    total_count: 1,
    rejected_count: 0,
    total_amount: 12_500,
    hash: "5f3cd1a3a1d0d0e1a1c1b9c1f0d76f10a1f5c4bd2f3fae0a6ed0bb5d2c04a1a9",
    batch_id: status === "approved" ? "bat_01kadzav7w6x5y4t3s2r1q0p9n" : null,
    expires_at,
    created_at: CREATED,
    text: null,
    dry_runs: null,
    receipts: null,
    decided_at,
    sequence: status === "pending" ? 1 : 2,
    livemode: false,
  };
}

export function exampleContribution(status: string) {
  return {
    id: "con_01kadzav7w6x5y4t3s2r1q0p9n",
    object: "contribution",
    status,
    amount: 616,
    currency: "usd",
    driver_id: exampleDriver().id,
    payout_id: examplePayout("completed").id,
    tax_year: 2026,
    created_at: "2026-11-21T09:30:00.000Z",
    send_at: "2026-11-26T09:30:00.000Z",
    sent_at: null,
    settled_at: null,
    reversed_at: null,
    sequence: 1,
    livemode: false,
  };
}

export function exampleDriver() {
  return {
    id: "drv_01j9z8v7w6x5y4t3s2r1q0p9n8",
    object: "driver",
    status: "active",
    sequence: 1,
    livemode: false,
  };
}

export function exampleConnection() {
  return {
    object: "platform_connection",
    driver_id: exampleDriver().id,
    platform: "doordash",
    sequence: 1,
    livemode: false,
  };
}

export function exampleSavings(status: "active" | "ended", sequence: number) {
  return {
    id: "sav_01j9z8v7w6x5y4t3s2r1q0p9n8",
    object: "savings",
    driver_id: exampleDriver().id,
    status,
    rule: "percent",
    percent: 5,
    invited_at: "2026-11-20T09:30:00.000Z",
    started_at: "2026-11-20T18:00:00.000Z",
    changed_at: null,
    ended_at: status === "ended" ? "2026-11-21T09:30:00.000Z" : null,
    ended_by: status === "ended" ? "driver" : null,
    sequence,
    livemode: false,
  };
}
