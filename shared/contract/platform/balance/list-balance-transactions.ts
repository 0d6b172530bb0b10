import * as z from "zod/mini";
import { DriverId } from "../../../domain/driver/driver-id.ts";
import { EntryId, EntryType } from "../../../domain/ledger/entry.ts";
import { PayoutId } from "../../../domain/payout/payout.ts";
import { note } from "../../../domain/text/text.ts";
import { foundList, GivenInstant, paging } from "../../lists.ts";
import { operation } from "../../operation.ts";
import { BalanceTransaction, balanceTransactionExample } from "./balance-shapes.ts";

export const listBalanceTransactionsOperation = operation({
  name: "list-balance-transactions",
  method: "GET",
  path: "/v1/balance_transactions",
  tag: "Balance",
  summary: "List balance transactions",
  description:
    "Every movement of your money, newest first. `total_count` is exact. Filter by one of these: `payout`, `driver_id`, or `type` and times. With `driver_id`, the driver's payouts are in the order of their creation, each with its newest transaction first. With `type`, a page may have fewer transactions than `limit` although there are more.",
  query: z.strictObject({
    type: z.optional(note(z.clone(EntryType), "Only transactions of this type.")),
    payout: z.optional(note(z.clone(PayoutId), "Only the transactions of this payout.")),
    driver_id: z.optional(
      note(z.clone(DriverId), "Only the transactions of this driver's payouts, with their corrections."),
    ),
    created_after: z.optional(note(z.clone(GivenInstant), "Only transactions after this time.")),
    created_before: z.optional(note(z.clone(GivenInstant), "Only transactions before this time.")),
    ...paging(EntryId),
  }),
  replies: foundList(
    "BalanceTransactionList",
    "A result page of balance transactions.",
    BalanceTransaction,
    balanceTransactionExample,
  ),
  scope: "payments:read",
  access: {
    entry: ["get", "query", "collect"],
    count: ["query"],
    payment: ["get", "search_by_driver"],
    driver: ["get"],
    deleted_driver: ["get"],
  },
  budget: { calls: 3, writeUnits: 1, readUnits: 2 },
});
