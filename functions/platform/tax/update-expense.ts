import { updateExpenseOperation } from "../../../shared/contract/platform/tax/update-expense.ts";
import { publicExpense } from "../../../shared/domain/tax/expense.ts";
import { patchExpense } from "../../../shared/domain/tax/expense-request.ts";
import { refusedDay } from "../../../shared/domain/tax/tax-log.ts";
import { refuseBroken, requireEntry, unknownEntry } from "../../../shared/http/guard/require-entry.ts";
import { servePlatform } from "../../../shared/http/serve/serve-platform.ts";
import { moveEntry } from "../../../shared/store/tax/tax-log.ts";
import { expenseLog } from "../../../shared/store/tax/tax-logs.ts";

export const handler = servePlatform(updateExpenseOperation, {
  load: ({ params }, { owner }) => requireEntry(expenseLog, owner, params),
  answer: async ({ params: { driver_id }, body }, { owner, now, loaded, reply }) => {
    const updated = await moveEntry(expenseLog, owner, driver_id, loaded, (entry) => {
      refuseBroken(body.date === undefined ? undefined : refusedDay(body.date, now));
      const after = patchExpense(entry, body);
      return { after, answer: reply("updated", publicExpense(owner, driver_id, after)) };
    });
    if (!updated) throw unknownEntry();
    return updated;
  },
});
