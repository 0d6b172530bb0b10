import * as z from "zod/mini";
import { ExpenseCategory, ExpenseId } from "../../../domain/tax/expense.ts";
import { component, Instant, note } from "../../../domain/text/text.ts";
import { driverExample } from "../examples.ts";
import { TaxParams } from "./tax-shapes.ts";

export const ExpenseParams = z.strictObject({
  ...TaxParams.shape,
  entry_id: note(z.clone(ExpenseId), "The expense's id."),
});

export const ExpenseShape = component("Expense", {
  id: note(z.string(), "The expense's id."),
  object: z.literal("expense"),
  livemode: note(z.boolean(), "False for test data."),
  driver_id: note(z.string(), "The driver's id."),
  category: note(z.clone(ExpenseCategory), "The deduction that the expense belongs to."),
  amount: note(z.int(), "In cents: what the driver paid."),
  business_share: note(z.int(), "Percent of the expense that is for business."),
  deduction_amount: note(z.int(), "In cents: the business share of the amount, rounded half up."),
  date: note(z.string(), "Date of the expense."),
  description: note(z.nullable(z.string()), "What was bought. Null if not logged."),
  created_at: note(z.clone(Instant), "When the expense was logged."),
});

export const expenseExample = {
  id: "exp_01kadzcv7w6x5y4t3s2r1q0p9n",
  object: "expense",
  livemode: false,
  driver_id: driverExample.id,
  category: "phone_data",
  amount: 6_500,
  business_share: 80,
  deduction_amount: 5_200,
  date: "2026-07-03",
  description: "Phone plan, July",
  created_at: "2026-11-21T09:30:00.000Z",
};
