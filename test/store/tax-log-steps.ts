import { createDriver } from "../../shared/domain/driver/driver.ts";
import type { Owner } from "../../shared/domain/owner.ts";
import { type Expense, expenseAddition } from "../../shared/domain/tax/expense.ts";
import { type ExpensePatch, logExpense, patchExpense } from "../../shared/domain/tax/expense-request.ts";
import {
  logMileage,
  type MileageEntry,
  mileageAddition,
  patchMileage,
} from "../../shared/domain/tax/mileage.ts";
import type { MileagePatch } from "../../shared/domain/tax/mileage-request.ts";
import { quarters } from "../../shared/domain/tax/tax-periods.ts";
import type { Logged } from "../../shared/domain/tax/tax-sums.ts";
import { store } from "./store.ts";

export const owner: Owner = { account_id: "acct_1", mode: "test" };
const NOW = new Date("2026-11-21T00:00:00Z");
export const YEARS = [2025, 2026];

export async function newDriver(): Promise<string> {
  const driver = createDriver({ email: "a@example.com", first_name: "A", last_name: "B" }, NOW);
  await store.putDriver(owner, driver, undefined);
  return driver.id;
}

export const trip = (miles: number, date: string, deductible = true): MileageEntry =>
  logMileage({ miles, date, purpose: "delivery", deductible }, NOW);

export const bought = (amount: number, date: string, category: Expense["category"] = "supplies"): Expense =>
  logExpense({ category, amount, business_share: 50, date }, NOW);

export const putTrip = (driver: string, entry: MileageEntry) =>
  store.putEntry(store.mileageLog, owner, driver, entry, undefined);

export const putExpense = (driver: string, expense: Expense) =>
  store.putEntry(store.expenseLog, owner, driver, expense, undefined);

export const correctTrip = (driver: string, entry: MileageEntry, patch: MileagePatch) =>
  store.moveEntry(store.mileageLog, owner, driver, entry, (current) => ({
    after: patchMileage(current, patch),
    answer: true,
  }));

export const correctExpense = (driver: string, expense: Expense, patch: ExpensePatch) =>
  store.moveEntry(store.expenseLog, owner, driver, expense, (current) => ({
    after: patchExpense(current, patch),
    answer: true,
  }));

const ALL = { limit: 1_000 };
export const tripsOf = async (driver: string) =>
  (await store.listEntries(store.mileageLog, owner, driver, ALL)).data;
export const expensesOf = async (driver: string) =>
  (await store.listEntries(store.expenseLog, owner, driver, ALL)).data;

/** A year's sums by quarter, computed from the stored entries. */
export async function expectedYear(driver: string, year: number) {
  const additions = [
    ...(await tripsOf(driver)).map(mileageAddition),
    ...(await expensesOf(driver)).map(expenseAddition),
  ];
  const sum = (q: string, name: keyof Logged) =>
    additions
      .filter((each) => each.year === year && each.q === q)
      .reduce((all, { amounts }) => all + (amounts[name] ?? 0), 0);
  const logged = (q: string): Logged => ({
    miles: sum(q, "miles"),
    mileage: sum(q, "mileage"),
    phone_data: sum(q, "phone_data"),
    supplies: sum(q, "supplies"),
  });
  return Object.fromEntries(quarters.map((q) => [q, logged(q)]));
}
