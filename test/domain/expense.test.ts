import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { Expense, expenseAddition, publicExpense } from "../../shared/domain/tax/expense.ts";
import {
  ExpensePatch,
  ExpenseRequest,
  logExpense,
  patchExpense,
} from "../../shared/domain/tax/expense-request.ts";

const NOW = new Date("2026-11-21T12:00:00.000Z");
const phone = { category: "phone_data", amount: 6_500, business_share: 80, date: "2026-07-03" };
const log = (change: object = {}) => logExpense(ExpenseRequest.parse({ ...phone, ...change }), NOW);

test.each([
  [6_500, 80, 5_200],
  [999, 50, 500],
  [1, 49, 0],
  [1, 50, 1],
  [10_000_000, 100, 10_000_000],
])("%d cents with a business share of %d percent deduct %d", (amount, business_share, cents) => {
  const expense = log({ amount, business_share });
  expect(Expense.safeParse(expense).success).toBe(true);
  expect(expense).toMatchObject({ id: expect.stringMatching(/^exp_/), deduction_amount: cents });
  expect(expenseAddition(expense)).toEqual({ date: "2026-07-03", amounts: { phone_data: cents } });
});

test("supplies are a sum of their own", () => {
  expect(expenseAddition(log({ category: "supplies", date: "2025-12-31" }))).toEqual({
    date: "2025-12-31",
    amounts: { supplies: 5_200 },
  });
});

test("a correction changes the given fields and the deduction", () => {
  const correct = (patch: object) => patchExpense(log({ description: "Plan" }), ExpensePatch.parse(patch));
  expect(correct({ business_share: 60 })).toMatchObject({ amount: 6_500, deduction_amount: 3_900 });
  expect(correct({ category: "supplies" })).toMatchObject({ category: "supplies", description: "Plan" });
  expect(correct({ description: null }).description).toBeUndefined();
});

test("any share of any amount is the exact share, rounded half up", () => {
  const cents = fc.integer({ min: 1, max: 10_000_000 });
  fc.assert(
    fc.property(cents, fc.integer({ min: 1, max: 100 }), (amount, business_share) => {
      const { deduction_amount } = log({ amount, business_share });
      expect(deduction_amount).toBe(Math.floor((amount * business_share + 50) / 100));
    }),
  );
});

test("an expense without a description shows null", () => {
  expect(publicExpense({ account_id: "acct_1", mode: "test" }, "drv_1", log())).toMatchObject({
    object: "expense",
    livemode: false,
    description: null,
  });
});

test.each([
  { amount: 0 },
  { amount: -1 },
  { amount: 1.5 },
  { amount: 10_000_001 },
  { business_share: 0 },
  { business_share: 101 },
  { business_share: undefined },
  { category: "meals" },
  { date: "2026-02-30" },
  { vendor: "x" },
])("%p is rejected", (change) =>
  expect(ExpenseRequest.safeParse({ ...phone, ...change }).success).toBe(false),
);
