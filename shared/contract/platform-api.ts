import { brand } from "../domain/brand.ts";
import type { ApiDescription } from "./openapi/openapi.ts";
import { addBankAccountOperation } from "./platform/drivers/add-bank-account.ts";
import { createDriverOperation } from "./platform/drivers/create-driver.ts";
import { getDriverOperation } from "./platform/drivers/get-driver.ts";
import { listBankAccountsOperation } from "./platform/drivers/list-bank-accounts.ts";
import { listDriversOperation } from "./platform/drivers/list-drivers.ts";
import { updateDriverOperation } from "./platform/drivers/update-driver.ts";
import { connectPlatformOperation } from "./platform/earnings/connect-platform.ts";
import { disconnectPlatformOperation } from "./platform/earnings/disconnect-platform.ts";
import { getEarningsOperation } from "./platform/earnings/get-earnings.ts";
import { listConnectionsOperation } from "./platform/earnings/list-connections.ts";
import { getPlatformOpenapiOperation } from "./platform/get-platform-openapi.ts";
import { createPayoutOperation } from "./platform/payments/create-payout.ts";
import { getPayoutOperation } from "./platform/payments/get-payout.ts";
import { listPayoutsOperation } from "./platform/payments/list-payouts.ts";
import { get1099Operation } from "./platform/tax/get-1099.ts";
import { getTaxSummaryOperation } from "./platform/tax/get-tax-summary.ts";
import { logMileageOperation } from "./platform/tax/log-mileage.ts";
import { completePayoutOperation } from "./platform/test-helpers/complete-payout.ts";
import { failPayoutOperation } from "./platform/test-helpers/fail-payout.ts";
import { refundPayoutOperation } from "./platform/test-helpers/refund-payout.ts";
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

/** The Platform API v1: for partners with a key. A preview in live mode, and all of it in the sandbox. */
export const platformApi = [
  createPayoutOperation,
  getPayoutOperation,
  listPayoutsOperation,
  createDriverOperation,
  getDriverOperation,
  updateDriverOperation,
  listDriversOperation,
  addBankAccountOperation,
  listBankAccountsOperation,
  getEarningsOperation,
  connectPlatformOperation,
  listConnectionsOperation,
  disconnectPlatformOperation,
  getTaxSummaryOperation,
  logMileageOperation,
  get1099Operation,
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
  getPlatformOpenapiOperation,
] as const;

const integer = { type: "integer", minimum: 0 };

export const platformDescription: ApiDescription = {
  title: "Platform API",
  version: "1.0.0",
  description: `Lets platforms pay drivers, read what they earn, and help with their taxes. Every request carries a key, \`Authorization: Bearer ${brand.idPrefix}_test_...\`; test and live keys reach the same address and never the same data. A preview: live mode answers \`service_unavailable\` where no money can move yet, and the sandbox has everything.`,
  tags: {
    Payments: "Pay drivers, and follow what became of it.",
    Drivers: "Who is paid, and to which account.",
    Earnings: "What drivers earn on the platforms they connect.",
    Tax: "What a driver's year would be taxed, the miles that lower it, and the year's 1099-NEC.",
    Webhooks: "Be told what happens: the endpoints that events are delivered to.",
    Deliveries: "What became of every delivery; try one again, or all since an instant.",
    Events: "What happened, and what endpoints were told of it.",
    "Test helpers": "Take a test payout where your tests want it.",
    Description: "This document.",
  },
  securitySchemes: {
    bearer: {
      type: "http",
      scheme: "bearer",
      description: `A key that begins with \`${brand.idPrefix}_test_\` or \`${brand.idPrefix}_live_\`.`,
    },
  },
  headers: {
    "x-ratelimit-limit": {
      description: "How many requests the account may make in a minute.",
      schema: integer,
    },
    "x-ratelimit-remaining": { description: "How many of them are left.", schema: integer },
    "x-ratelimit-reset": { description: "When the minute is over, in unix seconds.", schema: integer },
    "ratelimit-policy": {
      description: "The limits by minute and by second (draft-ietf-httpapi-ratelimit-headers).",
      schema: { type: "string" },
    },
    ratelimit: {
      description: "How the minute stands, in the same draft's words.",
      schema: { type: "string" },
    },
  },
};
