import { brand } from "../domain/brand.ts";
import type { ApiDescription } from "./openapi/openapi.ts";
import { addBankAccount } from "./platform/drivers/add-bank-account.ts";
import { createDriver } from "./platform/drivers/create-driver.ts";
import { getDriver } from "./platform/drivers/get-driver.ts";
import { listBankAccounts } from "./platform/drivers/list-bank-accounts.ts";
import { listDrivers } from "./platform/drivers/list-drivers.ts";
import { updateDriver } from "./platform/drivers/update-driver.ts";
import { connectPlatform } from "./platform/earnings/connect-platform.ts";
import { disconnectPlatform } from "./platform/earnings/disconnect-platform.ts";
import { getEarnings } from "./platform/earnings/get-earnings.ts";
import { listConnections } from "./platform/earnings/list-connections.ts";
import { getPlatformOpenapi } from "./platform/get-platform-openapi.ts";
import { createPayout } from "./platform/payments/create-payout.ts";
import { getPayout } from "./platform/payments/get-payout.ts";
import { listPayouts } from "./platform/payments/list-payouts.ts";
import { get1099 } from "./platform/tax/get-1099.ts";
import { getTaxSummary } from "./platform/tax/get-tax-summary.ts";
import { logMileage } from "./platform/tax/log-mileage.ts";
import { completePayout } from "./platform/test-helpers/complete-payout.ts";
import { failPayout } from "./platform/test-helpers/fail-payout.ts";
import { refundPayout } from "./platform/test-helpers/refund-payout.ts";
import { createWebhook } from "./platform/webhooks/create-webhook.ts";
import { deleteWebhook } from "./platform/webhooks/delete-webhook.ts";
import { getDelivery } from "./platform/webhooks/get-delivery.ts";
import { getEvent } from "./platform/webhooks/get-event.ts";
import { getWebhook } from "./platform/webhooks/get-webhook.ts";
import { listDeliveries } from "./platform/webhooks/list-deliveries.ts";
import { listEvents } from "./platform/webhooks/list-events.ts";
import { listWebhooks } from "./platform/webhooks/list-webhooks.ts";
import { pingWebhook } from "./platform/webhooks/ping-webhook.ts";
import { replayWebhook } from "./platform/webhooks/replay-webhook.ts";
import { resendDelivery } from "./platform/webhooks/resend-delivery.ts";
import { rotateWebhookSecret } from "./platform/webhooks/rotate-webhook-secret.ts";
import { updateWebhook } from "./platform/webhooks/update-webhook.ts";

/** The Platform API v1: for partners with a key. A preview in live mode, and all of it in the sandbox. */
export const platformApi = [
  createPayout,
  getPayout,
  listPayouts,
  createDriver,
  getDriver,
  updateDriver,
  listDrivers,
  addBankAccount,
  listBankAccounts,
  getEarnings,
  connectPlatform,
  listConnections,
  disconnectPlatform,
  getTaxSummary,
  logMileage,
  get1099,
  createWebhook,
  listWebhooks,
  getWebhook,
  updateWebhook,
  deleteWebhook,
  rotateWebhookSecret,
  pingWebhook,
  replayWebhook,
  listDeliveries,
  getDelivery,
  resendDelivery,
  listEvents,
  getEvent,
  completePayout,
  failPayout,
  refundPayout,
  getPlatformOpenapi,
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
