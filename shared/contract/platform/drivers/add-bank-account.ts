import { BankAccountRequest } from "../../../domain/driver/bank-account-request.ts";
import { operation } from "../../operation.ts";
import { created } from "../../replies.ts";
import { bankAccountExample } from "../examples.ts";
import { BankAccountShape, DriverParams } from "./driver-shapes.ts";

export const addBankAccountOperation = operation({
  name: "add-bank-account",
  method: "POST",
  path: "/v1/drivers/{id}/bank-accounts",
  tag: "Drivers",
  summary: "Add a bank account",
  description:
    "Send `plaid_token`, or `routing_number`, `account_number` and `account_type`. Payouts go to the newest account until you make another one the default. We store only the last four digits of the account number.",
  params: DriverParams,
  body: BankAccountRequest,
  bodyExample: { routing_number: "021000021", account_number: "000123456789", account_type: "checking" },
  replies: created("The bank account was added.", BankAccountShape, bankAccountExample),
  errors: ["status_conflict", "live_mode_unavailable"],
  scope: "drivers:write",
  access: { driver: ["query", "update"], event: ["put"] },
  secrets: ["signing"],
  budget: { calls: 3, writeUnits: 7, readUnits: 1 },
});
