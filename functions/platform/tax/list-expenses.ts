import { listExpensesOperation } from "../../../shared/contract/platform/tax/list-expenses.ts";
import { publicExpense } from "../../../shared/domain/tax/expense.ts";
import { requireDriver } from "../../../shared/http/guard/require-driver.ts";
import { serveList } from "../../../shared/http/serve/serve-list.ts";
import { countEntries, listEntries } from "../../../shared/store/tax/tax-log.ts";
import { expenseLog } from "../../../shared/store/tax/tax-logs.ts";

export const handler = serveList(listExpensesOperation, {
  require: ({ params }, { owner }) => requireDriver(owner, params.driver_id, "driver_id"),
  list: ({ params, query }, { owner }) => listEntries(expenseLog, owner, params.driver_id, query),
  count: ({ params }, { owner }) => countEntries(expenseLog, owner, params.driver_id),
  show: (entry, { params }, { owner }) => publicExpense(owner, params.driver_id, entry),
});
