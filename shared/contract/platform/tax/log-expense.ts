import { ExpenseRequest } from "../../../domain/tax/expense-request.ts";
import { operation } from "../../operation.ts";
import { created } from "../../replies.ts";
import { ExpenseShape, expenseExample } from "./expense-shapes.ts";
import { TaxParams } from "./tax-shapes.ts";

export const logExpenseOperation = operation({
  name: "log-expense",
  method: "POST",
  path: "/v1/tax/{driver_id}/expenses",
  tag: "Tax",
  summary: "Log an expense",
  description:
    "The business share of a phone, data or supplies expense counts toward the deductions of its date's tax year.",
  params: TaxParams,
  body: ExpenseRequest,
  bodyExample: {
    category: "phone_data",
    amount: 6_500,
    business_share: 80,
    date: "2026-07-03",
    description: "Phone plan, July",
  },
  replies: created("The expense was logged.", ExpenseShape, expenseExample),
  scope: "tax:write",
  access: { driver: ["query", "update"], expense: ["put"] },
  budget: { calls: 3, writeUnits: 8, readUnits: 0 },
});
