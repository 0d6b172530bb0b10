import { ExpensePatch } from "../../../domain/tax/expense-request.ts";
import { operation } from "../../operation.ts";
import { updated } from "../../replies.ts";
import { ExpenseParams, ExpenseShape, expenseExample } from "./expense-shapes.ts";

export const updateExpenseOperation = operation({
  name: "update-expense",
  method: "PATCH",
  path: "/v1/tax/{driver_id}/expenses/{entry_id}",
  tag: "Tax",
  summary: "Correct an expense",
  description:
    "Changes the given fields, and the sums of the summary with them. A new `date` moves the deduction to its quarter and tax year.",
  params: ExpenseParams,
  body: ExpensePatch,
  bodyExample: { business_share: 80 },
  replies: updated("The expense after the correction.", ExpenseShape, expenseExample),
  scope: "tax:write",
  access: { driver: ["update"], expense: ["get", "put"] },
  budget: { calls: 4, writeUnits: 6, readUnits: 1 },
});
