import { brand } from "../domain/brand/brand.ts";
import { catalogue } from "../domain/event/event-catalogue.ts";
import type { ApiDescription } from "./openapi/openapi.ts";
import { getAccountOperation } from "./platform/account/get-account.ts";
import { updateAccountOperation } from "./platform/account/update-account.ts";
import { getBalanceOperation } from "./platform/balance/get-balance.ts";
import { getBalanceTransactionOperation } from "./platform/balance/get-balance-transaction.ts";
import { getSettlementOperation } from "./platform/balance/get-settlement.ts";
import { listBalanceTransactionsOperation } from "./platform/balance/list-balance-transactions.ts";
import { listSettlementsOperation } from "./platform/balance/list-settlements.ts";
import { addBankAccountOperation } from "./platform/drivers/add-bank-account.ts";
import { createDriverOperation } from "./platform/drivers/create-driver.ts";
import { deleteBankAccountOperation } from "./platform/drivers/delete-bank-account.ts";
import { deleteDriverOperation } from "./platform/drivers/delete-driver.ts";
import { getDriverOperation } from "./platform/drivers/get-driver.ts";
import { listBankAccountsOperation } from "./platform/drivers/list-bank-accounts.ts";
import { listDriversOperation } from "./platform/drivers/list-drivers.ts";
import { updateBankAccountOperation } from "./platform/drivers/update-bank-account.ts";
import { updateDriverOperation } from "./platform/drivers/update-driver.ts";
import { connectPlatformOperation } from "./platform/earnings/connect-platform.ts";
import { disconnectPlatformOperation } from "./platform/earnings/disconnect-platform.ts";
import { getEarningsOperation } from "./platform/earnings/get-earnings.ts";
import { listConnectionsOperation } from "./platform/earnings/list-connections.ts";
import { syncPlatformOperation } from "./platform/earnings/sync-platform.ts";
import { getPlatformOpenapiOperation } from "./platform/get-platform-openapi.ts";
import { cancelPayoutOperation } from "./platform/payments/cancel-payout.ts";
import { cancelPayoutProposalOperation } from "./platform/payments/cancel-payout-proposal.ts";
import { createPayoutOperation } from "./platform/payments/create-payout.ts";
import { createPayoutBatchOperation } from "./platform/payments/create-payout-batch.ts";
import { createPayoutProposalOperation } from "./platform/payments/create-payout-proposal.ts";
import { getPayoutOperation } from "./platform/payments/get-payout.ts";
import { getPayoutBatchOperation } from "./platform/payments/get-payout-batch.ts";
import { getPayoutProposalOperation } from "./platform/payments/get-payout-proposal.ts";
import { listPayoutBatchItemsOperation } from "./platform/payments/list-payout-batch-items.ts";
import { listPayoutProposalsOperation } from "./platform/payments/list-payout-proposals.ts";
import { listPayoutsOperation } from "./platform/payments/list-payouts.ts";
import { endSavingsOperation } from "./platform/savings/end-savings.ts";
import { getSavingsOperation } from "./platform/savings/get-savings.ts";
import { inviteToSaveOperation } from "./platform/savings/invite-to-save.ts";
import { listContributionsOperation } from "./platform/savings/list-contributions.ts";
import { deleteExpenseOperation } from "./platform/tax/delete-expense.ts";
import { deleteMileageOperation } from "./platform/tax/delete-mileage.ts";
import { get1099Operation } from "./platform/tax/get-1099.ts";
import { getTaxSummaryOperation } from "./platform/tax/get-tax-summary.ts";
import { listExpensesOperation } from "./platform/tax/list-expenses.ts";
import { listMileageOperation } from "./platform/tax/list-mileage.ts";
import { listTaxDocumentsOperation } from "./platform/tax/list-tax-documents.ts";
import { logExpenseOperation } from "./platform/tax/log-expense.ts";
import { logMileageOperation } from "./platform/tax/log-mileage.ts";
import { updateExpenseOperation } from "./platform/tax/update-expense.ts";
import { updateMileageOperation } from "./platform/tax/update-mileage.ts";
import { actOnSavingsOperation } from "./platform/test-helpers/act-on-savings.ts";
import { approvePayoutProposalOperation } from "./platform/test-helpers/approve-payout-proposal.ts";
import { closeDayOperation } from "./platform/test-helpers/close-day.ts";
import { completePayoutOperation } from "./platform/test-helpers/complete-payout.ts";
import { emitQuarterlyDueOperation } from "./platform/test-helpers/emit-quarterly-due.ts";
import { failPayoutOperation } from "./platform/test-helpers/fail-payout.ts";
import { fundBalanceOperation } from "./platform/test-helpers/fund-balance.ts";
import { make1099ReadyOperation } from "./platform/test-helpers/make-1099-ready.ts";
import { refundPayoutOperation } from "./platform/test-helpers/refund-payout.ts";
import { settleContributionOperation } from "./platform/test-helpers/settle-contribution.ts";
import { createWebhookOperation } from "./platform/webhooks/create-webhook.ts";
import { deleteWebhookOperation } from "./platform/webhooks/delete-webhook.ts";
import { getDeliveryOperation } from "./platform/webhooks/get-delivery.ts";
import { getEventOperation } from "./platform/webhooks/get-event.ts";
import { getWebhookOperation } from "./platform/webhooks/get-webhook.ts";
import { listDeliveriesOperation } from "./platform/webhooks/list-deliveries.ts";
import { listEventsOperation } from "./platform/webhooks/list-events.ts";
import { listWebhooksOperation } from "./platform/webhooks/list-webhooks.ts";
import { pingWebhookOperation } from "./platform/webhooks/ping-webhook.ts";
import { replayWebhookOperation } from "./platform/webhooks/replay-webhook.ts";
import { resendDeliveryOperation } from "./platform/webhooks/resend-delivery.ts";
import { rotateWebhookSecretOperation } from "./platform/webhooks/rotate-webhook-secret.ts";
import { updateWebhookOperation } from "./platform/webhooks/update-webhook.ts";

export const platformApi = [
  createPayoutOperation,
  getPayoutOperation,
  listPayoutsOperation,
  cancelPayoutOperation,
  createPayoutBatchOperation,
  getPayoutBatchOperation,
  listPayoutBatchItemsOperation,
  createPayoutProposalOperation,
  listPayoutProposalsOperation,
  getPayoutProposalOperation,
  cancelPayoutProposalOperation,
  getBalanceOperation,
  listBalanceTransactionsOperation,
  getBalanceTransactionOperation,
  listSettlementsOperation,
  getSettlementOperation,
  createDriverOperation,
  getDriverOperation,
  updateDriverOperation,
  deleteDriverOperation,
  listDriversOperation,
  addBankAccountOperation,
  listBankAccountsOperation,
  updateBankAccountOperation,
  deleteBankAccountOperation,
  getEarningsOperation,
  connectPlatformOperation,
  listConnectionsOperation,
  syncPlatformOperation,
  disconnectPlatformOperation,
  inviteToSaveOperation,
  getSavingsOperation,
  endSavingsOperation,
  listContributionsOperation,
  getTaxSummaryOperation,
  logMileageOperation,
  listMileageOperation,
  updateMileageOperation,
  deleteMileageOperation,
  logExpenseOperation,
  listExpensesOperation,
  updateExpenseOperation,
  deleteExpenseOperation,
  get1099Operation,
  listTaxDocumentsOperation,
  getAccountOperation,
  updateAccountOperation,
  createWebhookOperation,
  listWebhooksOperation,
  getWebhookOperation,
  updateWebhookOperation,
  deleteWebhookOperation,
  rotateWebhookSecretOperation,
  pingWebhookOperation,
  replayWebhookOperation,
  listDeliveriesOperation,
  getDeliveryOperation,
  resendDeliveryOperation,
  listEventsOperation,
  getEventOperation,
  completePayoutOperation,
  failPayoutOperation,
  refundPayoutOperation,
  approvePayoutProposalOperation,
  actOnSavingsOperation,
  settleContributionOperation,
  fundBalanceOperation,
  closeDayOperation,
  emitQuarterlyDueOperation,
  make1099ReadyOperation,
  getPlatformOpenapiOperation,
] as const;

const integer = { type: "integer", minimum: 0 };

export const platformDescription: ApiDescription = {
  title: "Platform API",
  version: "1.0.0",
  description: `Pay drivers, read their earnings, and get tax estimates and forms. Send an API key with every request: \`Authorization: Bearer ${brand.idPrefix}_test_...\`. Test and live keys use the same base URL, and their data never mix. The API is in preview: test keys can use every operation. Live \`standard\` payouts need a service with a bank; other live calls that move money or connect gig platforms return \`live_mode_unavailable\`. Replies repeat the limits in \`ratelimit\` and \`ratelimit-policy\`, as a 429 describes.`,
  tags: {
    Payments: "Pay drivers and track each payout.",
    Balance: "Your money: what you can pay out, every movement of it, and a frozen statement of each day.",
    Drivers: "The people you pay, and their bank accounts.",
    Earnings: "Drivers' earnings on connected gig platforms.",
    Savings: "Savings from payouts that drivers agree to.",
    Tax: "Tax estimates, mileage and expense logs, and 1099-NEC forms.",
    Account: "Your company: the payer on your drivers' tax forms.",
    Webhooks: "Receive events at your endpoints.",
    Deliveries: "Inspect deliveries, resend one, or replay missed events.",
    Events: "Events of the last 30 days.",
    "Test helpers":
      "Move a test payout to the status that your tests need, issue a test 1099-NEC, or cause an event.",
    Description: "The API as one file, for your tools.",
  },
  securitySchemes: {
    bearer: {
      type: "http",
      scheme: "bearer",
      description: `An API key that starts with \`${brand.idPrefix}_test_\` or \`${brand.idPrefix}_live_\`.`,
    },
  },
  headers: {
    "x-ratelimit-limit": {
      description: "Requests that the account may make per minute.",
      schema: integer,
    },
    "x-ratelimit-remaining": { description: "Requests left in the current minute.", schema: integer },
    "x-ratelimit-reset": { description: "End of the current minute, in Unix seconds.", schema: integer },
    "ratelimit-policy": {
      description: "The limits per minute and per second (draft-ietf-httpapi-ratelimit-headers).",
      schema: { type: "string" },
    },
    ratelimit: {
      description: "State of the current minute, in the same draft's format.",
      schema: { type: "string" },
    },
  },
  sends: { events: catalogue, subscribedBy: "create-webhook" },
};
