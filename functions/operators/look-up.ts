import { lookUpFunction } from "../../shared/contract/operators/commands.ts";
import { listAccountsRun, showAccountRun } from "../../shared/operators/accounts.ts";
import { listAuditRun } from "../../shared/operators/audit.ts";
import { showDriverRun } from "../../shared/operators/drivers.ts";
import * as endpoints from "../../shared/operators/endpoints.ts";
import { listKeysRun } from "../../shared/operators/keys.ts";
import { auditLedgerRun } from "../../shared/operators/ledger/audit-ledger.ts";
import { listLiveRequestsRun } from "../../shared/operators/live/queue.ts";
import { listNetworksRun } from "../../shared/operators/networks.ts";
import { listPartnersRun, showPartnerRun } from "../../shared/operators/partners.ts";
import { listQueuesRun } from "../../shared/operators/queues.ts";
import { serveOperators } from "../../shared/operators/serve/serve-operators.ts";
import { checkStageRun } from "../../shared/operators/serve/stage.ts";
import {
  findSignupRun,
  listSignupsRun,
  showReceiptsRun,
  showSignupRun,
} from "../../shared/operators/signups.ts";
import { showTimelineRun } from "../../shared/operators/timeline.ts";
import { listTimersRun } from "../../shared/operators/timers.ts";
import { exportWaitlistRun, listWaitlistRun } from "../../shared/operators/waitlist.ts";

export const handler = serveOperators(lookUpFunction, {
  "show-signup": showSignupRun,
  "find-signup": findSignupRun,
  "list-signups": listSignupsRun,
  "list-accounts": listAccountsRun,
  "show-account": showAccountRun,
  "list-live-requests": listLiveRequestsRun,
  "list-keys": listKeysRun,
  "list-partners": listPartnersRun,
  "show-partner": showPartnerRun,
  "list-waitlist": listWaitlistRun,
  "export-waitlist": exportWaitlistRun,
  "list-endpoints": endpoints.listEndpointsRun,
  "show-endpoint": endpoints.showEndpointRun,
  "list-deliveries": endpoints.listDeliveriesRun,
  "show-timeline": showTimelineRun,
  "show-driver": showDriverRun,
  "list-queues": listQueuesRun,
  "list-timers": listTimersRun,
  "list-networks": listNetworksRun,
  "audit-ledger": auditLedgerRun,
  "show-receipts": showReceiptsRun,
  "list-audit": listAuditRun,
  "check-stage": checkStageRun,
});
