import { BankAccountRequest } from "../../../domain/driver/driver.ts";
import { operation } from "../../operation.ts";
import { BankAccountShape, bankAccountExample, DriverParams } from "../shapes.ts";

export const addBankAccountOperation = operation({
  name: "add-bank-account",
  api: "platform",
  method: "POST",
  path: "/v1/drivers/{id}/bank-accounts",
  tag: "Drivers",
  summary: "Add a bank account",
  description:
    "Give `plaid_token`, or the three fields of a manual entry. Payouts go to the newest account. Account numbers are not kept: of one the last four digits remain.",
  params: DriverParams,
  body: BankAccountRequest,
  bodyExample: { routing_number: "021000021", account_number: "000123456789", account_type: "checking" },
  replies: {
    created: {
      status: 201,
      description: "The account was added.",
      schema: BankAccountShape,
      example: bankAccountExample,
    },
  },
  errors: ["resource_missing", "status_conflict"],
  scope: "drivers:write",
  repeatable: "days",
  access: { driver: ["query", "update"], event: ["put"] },
  secrets: ["signing"],
  budget: { calls: 3, writeUnits: 7, readUnits: 1 },
});
