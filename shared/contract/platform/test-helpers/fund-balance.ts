import { FundingRequest } from "../../../domain/ledger/funding-request.ts";
import { operation } from "../../operation.ts";
import { replyNamed } from "../../replies.ts";
import { BalanceTransaction, fundingExample } from "../balance/balance-shapes.ts";

export const fundBalanceOperation = operation({
  name: "fund-balance",
  method: "POST",
  path: "/v1/test_helpers/balance/fund",
  tag: "Test helpers",
  summary: "Fund a test balance",
  description:
    "Adds to the `available` balance of your sandbox, as a bank transfer to us would. It works with test keys only.",
  body: FundingRequest,
  bodyExample: { amount: 5_000_000, reference: "wire-2026-11-21" },
  replies: replyNamed("funded", 201)(
    "The balance transaction of the funding.",
    BalanceTransaction,
    fundingExample,
  ),
  errors: ["route_not_found", "status_conflict"],
  scope: "payments:write",
  access: { entry: ["get", "put"], entry_source: ["put"], count: ["update"] },
  budget: { calls: 3, writeUnits: 12, readUnits: 0 },
});
