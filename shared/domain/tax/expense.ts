import * as z from "zod/mini";
import { idForm } from "../item/ids.ts";
import type { Owner } from "../item/owner.ts";
import type { Addition } from "./tax-log.ts";

export const ExpenseCategory = z.enum(["phone_data", "supplies"]);

export const ExpenseId = z.string().check(z.regex(idForm("exp_"), "an expense's id, `exp_...`"));

export const Expense = z.object({
  id: z.string(),
  category: ExpenseCategory,
  amount: z.int(),
  business_share: z.int(),
  date: z.string(),
  description: z.optional(z.string()),
  deduction_amount: z.int(),
  created_at: z.string(),
  /** The number of corrections. */
  revision: z.optional(z.int()),
});
export type Expense = z.infer<typeof Expense>;

export const expenseAddition = ({ date, category, deduction_amount }: Expense): Addition => ({
  date,
  amounts: { [category]: deduction_amount },
});

export const publicExpense = ({ mode }: Owner, driver_id: string, expense: Expense) => ({
  id: expense.id,
  object: "expense" as const,
  livemode: mode === "live",
  driver_id,
  category: expense.category,
  amount: expense.amount,
  business_share: expense.business_share,
  deduction_amount: expense.deduction_amount,
  date: expense.date,
  description: expense.description ?? null,
  created_at: expense.created_at,
});
