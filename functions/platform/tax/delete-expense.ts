import { deleteExpenseOperation } from "../../../shared/contract/platform/tax/delete-expense.ts";
import { requireEntry, unknownEntry } from "../../../shared/http/guard/require-entry.ts";
import { servePlatform } from "../../../shared/http/serve/serve-platform.ts";
import { deleteEntry } from "../../../shared/store/tax/tax-log.ts";
import { expenseLog } from "../../../shared/store/tax/tax-logs.ts";

export const handler = servePlatform(deleteExpenseOperation, {
  load: ({ params }, { owner }) => requireEntry(expenseLog, owner, params),
  answer: async ({ params: { driver_id } }, { owner, loaded, reply }) => {
    const deleted = reply("deleted", { id: loaded.id, object: "expense", deleted: true });
    if (!(await deleteEntry(expenseLog, owner, driver_id, loaded))) throw unknownEntry();
    return deleted;
  },
});
