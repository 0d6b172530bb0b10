import * as z from "zod/mini";
import { EntryId } from "../../../domain/ledger/entry.ts";
import { PublicEntry } from "../../../domain/ledger/public-entry.ts";
import { note } from "../../../domain/text/text.ts";

export const BalanceTransaction = z
  .object(PublicEntry.shape)
  .register(z.globalRegistry, { id: "BalanceTransaction", description: "One movement of your money." });

export const BalanceTransactionParams = z.strictObject({
  id: note(z.clone(EntryId), "The transaction's id."),
});

export const balanceTransactionExample = {
  id: "txn_01kadzav7w6x5y4t3s2r1q0p9n",
  object: "balance_transaction",
  type: "payout_completed",
  amount: -12_500,
  currency: "usd",
  postings: [
    { from: "funds", to: "pending", amount: 12_500 },
    { from: "pending", to: "driver:drv_01kadz8v7w6x5y4t3s2r1q0p9n", amount: 11_696 },
    { from: "pending", to: "savings_pending", amount: 616 },
    { from: "pending", to: "fees", amount: 188 },
  ],
  source: "pay_01kadzav7w6x5y4t3s2r1q0p9n",
  sequence: 1,
  reason: null,
  created_at: "2026-11-21T09:30:00.000Z",
  livemode: false,
};

export const fundingExample = {
  ...balanceTransactionExample,
  type: "funding",
  amount: 5_000_000,
  postings: [{ from: "outside", to: "funds", amount: 5_000_000 }],
  source: "wire-2026-11-21",
};
