import { repairFunction } from "../../shared/contract/operators/commands.ts";
import { resendBankFileRun } from "../../shared/operators/ledger/bank.ts";
import { redriveQueuesRun } from "../../shared/operators/queues.ts";
import { redriveRelayRun } from "../../shared/operators/redrive-relay.ts";
import { serveOperators } from "../../shared/operators/serve/serve-operators.ts";
import { restartTimersRun } from "../../shared/operators/timers.ts";

export const handler = serveOperators(repairFunction, {
  "redrive-queues": redriveQueuesRun,
  "restart-timers": restartTimersRun,
  "redrive-relay": redriveRelayRun,
  "resend-bank-file": resendBankFileRun,
});
