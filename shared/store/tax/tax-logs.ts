import { Expense, expenseAddition } from "../../domain/tax/expense.ts";
import { MileageEntry, mileageAddition } from "../../domain/tax/mileage.ts";
import { keys } from "../keys/keys.ts";
import type { TaxLog } from "./tax-log.ts";

export const mileageLog: TaxLog<MileageEntry> = {
  key: keys.mileage,
  parse: (item) => MileageEntry.parse(item),
  addition: mileageAddition,
};

export const expenseLog: TaxLog<Expense> = {
  key: keys.expense,
  parse: (item) => Expense.parse(item),
  addition: expenseAddition,
};
