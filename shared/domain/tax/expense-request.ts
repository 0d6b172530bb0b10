import * as z from "zod/mini";
import { portion } from "../money/cents.ts";
import { Day } from "../time/day.ts";
import { sortableId } from "../item/ids.ts";
import { patchedFields } from "../item/patch.ts";
import { note, notEmpty, text } from "../text/text.ts";
import { type Expense, ExpenseCategory } from "./expense.ts";

const MAX_CENTS = 10_000_000;

const fields = {
  category: note(z.clone(ExpenseCategory), "The deduction that the expense belongs to."),
  amount: note(z.int().check(z.minimum(1), z.maximum(MAX_CENTS)), "What the driver paid, in cents."),
  business_share: note(
    z.int().check(z.minimum(1), z.maximum(100)),
    "Percent of the expense that is for business.",
  ),
  date: note(z.clone(Day), "Date of the expense, `YYYY-MM-DD`: from 2024-01-01 to the driver's today."),
};

export const ExpenseRequest = z.strictObject({
  ...fields,
  description: z.optional(note(text(200), "What was bought.")),
});
export type ExpenseRequest = z.infer<typeof ExpenseRequest>;

export const ExpensePatch = notEmpty(
  z.strictObject({
    category: z.optional(fields.category),
    amount: z.optional(fields.amount),
    business_share: z.optional(fields.business_share),
    date: z.optional(fields.date),
    description: z.optional(note(z.nullable(text(200)), "What was bought. Null removes it.")),
  }),
);
export type ExpensePatch = z.infer<typeof ExpensePatch>;

/** The caller has checked the day. */
export const logExpense = (request: ExpenseRequest, now: Date): Expense =>
  withDeduction({
    id: sortableId("exp_", now),
    ...request,
    deduction_amount: 0,
    created_at: now.toISOString(),
  });

/** The expense after a patch, whose day the caller has checked. */
export const patchExpense = (expense: Expense, patch: ExpensePatch): Expense =>
  withDeduction(patchedFields(expense, patch));

const withDeduction = (expense: Expense): Expense => ({
  ...expense,
  deduction_amount: portion(expense.amount, expense.business_share, 100),
});
