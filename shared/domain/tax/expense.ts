import * as z from "zod/mini";
import { portion } from "../cents.ts";
import { Day } from "../day.ts";
import { sortableId } from "../ids.ts";
import type { Owner } from "../owner.ts";
import { note, text } from "../text.ts";
import { type Addition, additionOn, patchedFields } from "./tax-log.ts";

const MOST_CENTS = 10_000_000;

export const ExpenseCategory = z.enum(["phone_data", "supplies"]);

const fields = {
  category: note(z.clone(ExpenseCategory), "The deduction that the expense belongs to."),
  amount: note(
    z.int().check(z.minimum(1), z.maximum(MOST_CENTS)),
    "What the driver paid, in cents: 1 to 10,000,000.",
  ),
  business_share: note(
    z.int().check(z.minimum(1), z.maximum(100)),
    "Percent of the expense that is for business: a whole number from 1 to 100.",
  ),
  date: note(z.clone(Day), "UTC date of the expense, `YYYY-MM-DD`, today or earlier."),
};

export const ExpenseRequest = z.strictObject({
  ...fields,
  description: z.optional(note(text(200), "What was bought.")),
});
export type ExpenseRequest = z.infer<typeof ExpenseRequest>;

export const ExpensePatch = z
  .strictObject({
    category: z.optional(fields.category),
    amount: z.optional(fields.amount),
    business_share: z.optional(fields.business_share),
    date: z.optional(fields.date),
    description: z.optional(note(z.nullable(text(200)), "What was bought. Null removes it.")),
  })
  .check(z.refine((patch) => Object.keys(patch).length > 0, "an object with at least one field"));
export type ExpensePatch = z.infer<typeof ExpensePatch>;

export const ExpenseId = z.string().check(z.regex(/^exp_[0-9a-z]{26}$/, "an expense's id, `exp_...`"));

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

export const expenseAddition = ({ date, category, deduction_amount }: Expense): Addition =>
  additionOn(date, { [category]: deduction_amount });

/** An expense as the API shows it. */
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
