import { lookUpFunction } from "../../shared/contract/operators/commands.ts";
import { auditLedgerRun } from "../../shared/operators/ledger/audit-ledger.ts";
import { listRun } from "../../shared/operators/list.ts";
import { serveOperators } from "../../shared/operators/serve/serve-operators.ts";
import { showRun } from "../../shared/operators/show.ts";
import { exportWaitlistRun } from "../../shared/operators/waitlist.ts";

export const handler = serveOperators(lookUpFunction, {
  list: listRun,
  show: showRun,
  "export-waitlist": exportWaitlistRun,
  "audit-ledger": auditLedgerRun,
});
