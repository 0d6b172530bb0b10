import * as z from "zod/mini";
import { ExpenseId } from "../../../domain/tax/expense.ts";
import { foundList, paging } from "../../lists.ts";
import { operation } from "../../operation.ts";
import { ExpenseShape, expenseExample } from "./expense-shapes.ts";
import { TaxParams } from "./tax-shapes.ts";

export const listExpensesOperation = operation({
  name: "list-expenses",
  method: "GET",
  path: "/v1/tax/{driver_id}/expenses",
  tag: "Tax",
  summary: "List a driver's expenses",
  description: "The most recently logged first, not by the dates of the expenses.",
  params: TaxParams,
  query: z.strictObject(paging(ExpenseId)),
  replies: foundList("ExpenseList", "A result page of expenses.", ExpenseShape, expenseExample),
  scope: "tax:read",
  access: { driver: ["query"], expense: ["query"] },
  // Counts the entries by reading them all, one unit per 4 KB: about 15 entries.
  budget: { calls: 4, writeUnits: 1, readUnits: 3 },
});
