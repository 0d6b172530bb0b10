import { instantFeeInWords } from "../../../domain/payout/payout.ts";
import { PayoutRequest } from "../../../domain/payout/payout-request.ts";
import { operation } from "../../operation.ts";
import { created } from "../../replies.ts";
import { driverExample, paymentExample } from "../examples.ts";
import { Payment } from "./payment-shapes.ts";

export const createPayoutOperation = operation({
  name: "create-payout",
  method: "POST",
  path: "/v1/payments/payout",
  tag: "Payments",
  summary: "Pay a driver",
  description: `Sends a payout to the driver's default bank account, or to the one in \`bank_account_id\`. In live mode, the driver needs a verified one (\`bank_account_missing\`, \`bank_account_unverified\`).\n\nAbove the available balance, it gets \`balance_insufficient\` (live, and in a sandbox that enforces its balance).\n\n\`instant\` costs ${instantFeeInWords}; \`standard\` is free and takes 1 to 2 business days (60 seconds in the sandbox).\n\nSend an idempotency key: a retry with the same key never pays twice, even days later.`,
  body: PayoutRequest,
  bodyExample: {
    driver_id: driverExample.id,
    amount: 12_500,
    currency: "usd",
    tip_amount: 2_000,
    method: "instant",
    idempotency_key: "payout-2026-11-21-ana",
  },
  replies: created("The payout was created. See `status` for its progress.", Payment, paymentExample),
  errors: [
    "resource_missing",
    "amount_too_small",
    "currency_not_supported",
    "idempotency_key_mismatch",
    "bank_account_missing",
    "bank_account_unverified",
    "balance_insufficient",
    "key_limit_exceeded",
    "live_mode_unavailable",
  ],
  scope: "payments:write",
  movesMoney: true,
  storesAnswerForever: true,
  access: {
    driver: ["query", "update"],
    payment: ["put"],
    entry: ["put"],
    entry_source: ["put"],
    // To gather the funds of other shards, or to see that all together are too low.
    count: ["get", "query", "update"],
    event: ["put"],
    // A payout with a plan: two items more, which are four units, and a read.
    saver: ["get", "update"],
    contribution: ["put"],
    // The lane of the docs' keys.
    network: ["update"],
    lane: ["update"],
  },
  // Seven items, each charged twice, and two indexes. A sandbox's first also books its money.
  budget: { calls: 4, writeUnits: 17, readUnits: 2 },
});
