import { operation } from "../../operation.ts";
import { deletedObject } from "../../replies.ts";
import { ExpenseParams, expenseExample } from "./expense-shapes.ts";

export const deleteExpenseOperation = operation({
  name: "delete-expense",
  method: "DELETE",
  path: "/v1/tax/{driver_id}/expenses/{entry_id}",
  tag: "Tax",
  summary: "Delete an expense",
  description: "Removes it from the sums of the tax summary.",
  params: ExpenseParams,
  replies: deletedObject("DeletedExpense", "expense", "expense", expenseExample.id),
  scope: "tax:write",
  access: { driver: ["update"], expense: ["get", "delete"] },
  budget: { calls: 4, writeUnits: 6, readUnits: 1 },
});
