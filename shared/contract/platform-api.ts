import { brand } from "../domain/brand.ts";
import type { ApiDescription } from "./openapi.ts";
import { addBankAccount } from "./platform/add-bank-account.ts";
import { completePayout } from "./platform/complete-payout.ts";
import { connectPlatform } from "./platform/connect-platform.ts";
import { createDriver } from "./platform/create-driver.ts";
import { createPayout } from "./platform/create-payout.ts";
import { createWebhook } from "./platform/create-webhook.ts";
import { deleteWebhook } from "./platform/delete-webhook.ts";
import { disconnectPlatform } from "./platform/disconnect-platform.ts";
import { failPayout } from "./platform/fail-payout.ts";
import { get1099 } from "./platform/get-1099.ts";
import { getDelivery } from "./platform/get-delivery.ts";
import { getDriver } from "./platform/get-driver.ts";
import { getEarnings } from "./platform/get-earnings.ts";
import { getEvent } from "./platform/get-event.ts";
import { getPayout } from "./platform/get-payout.ts";
import { getPlatformOpenapi } from "./platform/get-platform-openapi.ts";
import { getTaxSummary } from "./platform/get-tax-summary.ts";
import { getWebhook } from "./platform/get-webhook.ts";
import { listBankAccounts } from "./platform/list-bank-accounts.ts";
import { listConnections } from "./platform/list-connections.ts";
import { listDeliveries } from "./platform/list-deliveries.ts";
import { listDrivers } from "./platform/list-drivers.ts";
import { listEvents } from "./platform/list-events.ts";
import { listPayouts } from "./platform/list-payouts.ts";
import { listWebhooks } from "./platform/list-webhooks.ts";
import { logMileage } from "./platform/log-mileage.ts";
import { pingWebhook } from "./platform/ping-webhook.ts";
import { refundPayout } from "./platform/refund-payout.ts";
import { replayWebhook } from "./platform/replay-webhook.ts";
import { resendDelivery } from "./platform/resend-delivery.ts";
import { rotateWebhookSecret } from "./platform/rotate-webhook-secret.ts";
import { updateDriver } from "./platform/update-driver.ts";
import { updateWebhook } from "./platform/update-webhook.ts";

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
