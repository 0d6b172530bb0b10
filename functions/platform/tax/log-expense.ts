import { logExpenseOperation } from "../../../shared/contract/platform/tax/log-expense.ts";
import { publicExpense } from "../../../shared/domain/tax/expense.ts";
import { logExpense } from "../../../shared/domain/tax/expense-request.ts";
import { refusedDay } from "../../../shared/domain/tax/tax-log.ts";
import { requireDriver, unknownDriver } from "../../../shared/http/guard/require-driver.ts";
import { refuseBroken } from "../../../shared/http/guard/require-entry.ts";
import { servePlatform } from "../../../shared/http/serve/serve-platform.ts";
import { putEntry } from "../../../shared/store/tax/tax-log.ts";
import { expenseLog } from "../../../shared/store/tax/tax-logs.ts";

export const handler = servePlatform(logExpenseOperation, {
  recheck: ({ params }, _, { owner }) => requireDriver(owner, params.driver_id, "driver_id"),
  answer: async ({ params: { driver_id }, body }, { owner, now, reply, remember }) => {
    refuseBroken(refusedDay(body.date, now));
    const expense = logExpense(body, now);
    const created = reply("created", publicExpense(owner, driver_id, expense));
    if (await putEntry(expenseLog, owner, driver_id, expense, remember(created))) return created;
    throw unknownDriver("driver_id");
  },
});
