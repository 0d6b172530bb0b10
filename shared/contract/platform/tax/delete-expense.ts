import * as z from "zod/mini";
import { component, note } from "../../../domain/text.ts";
import { operation } from "../../operation.ts";
import { deleted } from "../../replies.ts";
import { ExpenseParams, expenseExample } from "./expense-shapes.ts";

export const deleteExpenseOperation = operation({
  name: "delete-expense",
  method: "DELETE",
  path: "/v1/tax/{driver_id}/expenses/{entry_id}",
  tag: "Tax",
  summary: "Delete an expense",
  description: "Removes it from the sums of the tax summary.",
  params: ExpenseParams,
  replies: deleted(
    "The expense was deleted.",
    component("DeletedExpense", {
      id: note(z.string(), "The deleted expense's id."),
      object: note(z.literal("expense"), "Type of the object."),
      deleted: note(z.literal(true), "Always true."),
    }),
    { id: expenseExample.id, object: "expense", deleted: true },
  ),
  errors: ["resource_missing"],
  scope: "tax:write",
  access: { driver: ["update"], expense: ["get", "delete"] },
  budget: { calls: 3, writeUnits: 5, readUnits: 1 },
});
