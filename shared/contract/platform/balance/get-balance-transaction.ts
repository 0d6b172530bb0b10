import { operation } from "../../operation.ts";
import { found } from "../../replies.ts";
import { BalanceTransaction, BalanceTransactionParams, balanceTransactionExample } from "./balance-shapes.ts";

export const getBalanceTransactionOperation = operation({
  name: "get-balance-transaction",
  method: "GET",
  path: "/v1/balance_transactions/{id}",
  tag: "Balance",
  summary: "Get a balance transaction",
  description: "One movement of your money. It never changes. A correction is a transaction of its own.",
  params: BalanceTransactionParams,
  replies: found("The balance transaction.", BalanceTransaction, balanceTransactionExample),
  scope: "payments:read",
  access: { entry: ["get"] },
  budget: { calls: 2, writeUnits: 1, readUnits: 1 },
});
