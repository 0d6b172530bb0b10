import type { Access } from "../domain/access/noun.ts";
import { createPayoutOperation } from "./platform/payments/create-payout.ts";

const SENDING = {
  signup: ["get", "update"],
  suppression: ["get"],
  limit: ["update"],
  lane: ["update"],
  partner: ["get"],
  login: ["get", "update"],
  email: ["update"],
  member: ["get", "update"],
  membership: ["query"],
  // Savings: what they are about, to whom they go, and their links.
  savings: ["get"],
  savings_link: ["put"],
  driver: ["query"],
  signup_email: ["get"],
  account: ["get"],
} as const;

/** What each payout of a batch takes, as `create-payout` has it, without what a request alone takes. */
const { access: paying } = createPayoutOperation;

/** Functions that read a queue or the stream, or run on a schedule, each with wiring of its own. */
export const eventWorkers = {
  relayOutbox: { name: "relay-outbox", access: {} },
  relayEvents: { name: "relay-events", access: {} },
  startTimers: { name: "start-timers", access: {} },
  sendMail: {
    name: "send-mail",
    // Receipts and emails to the admins of an account never wait.
    access: {
      ...SENDING,
      member: [...SENDING.member, "query"],
      waiting_email: ["query", "put"],
      receipt: ["get", "query"],
      saver: ["get"],
    },
    secrets: ["mailbox"],
  },
  sendWaiting: {
    name: "send-waiting",
    access: { ...SENDING, waiting_email: ["query", "delete"] },
    secrets: ["mailbox"],
  },
  makePayouts: {
    name: "make-payouts",
    access: {
      ...paying,
      batch: ["get", "query", "put", "update"],
      idempotency: ["get", "put"],
      api_key: ["get"],
      quota: ["update"],
    },
  },
  settlePayout: {
    name: "settle-payout",
    access: {
      payment: ["collect", "update"],
      entry: ["put"],
      driver: ["update"],
      deleted_driver: ["update"],
      saver: ["get", "update"],
      contribution: ["get", "put", "update"],
      count: ["update"],
      event: ["put"],
    },
  },
  suppressAddress: { name: "suppress-address", access: { suppression: ["put"] }, secrets: ["mailbox"] },
  // A sandbox account with a key, which expire as those of the docs do.
  runCanary: { name: "run-canary", access: { account: ["put"], api_key: ["put"] } },
  startTaxWalks: { name: "start-tax-walks", access: { walk: ["put"], outbox: ["put"] } },
  walkTaxEvents: {
    name: "walk-tax-events",
    access: {
      account_directory: ["query"],
      driver: ["get", "query", "update"],
      deleted_driver: ["get", "query", "update"],
      earnings: ["get", "query", "put"],
      account_profile: ["get"],
      account: ["get", "collect"],
      partner: ["get"],
      tax_document: ["get", "put", "update"],
      count: ["get", "query", "update"],
      entry: ["get", "query", "collect", "put"],
      entry_source: ["collect"],
      payment: ["get", "query", "collect", "search_by_driver", "search_by_status"],
      walk: ["get", "update"],
      event: ["put"],
      outbox: ["put"],
      settlement: ["query", "put"],
      savings: ["query"],
      contribution: ["get", "query", "collect", "update"],
      saver: ["get", "update"],
    },
    secrets: ["identity"],
  },
} as const;

export const webhookWorkers = {
  fanOutEvent: { name: "fan-out-event", access: { webhook: ["query"], delivery: ["put"] } },
  deliverWebhook: {
    name: "deliver-webhook",
    access: {
      webhook: ["get", "update", "check"],
      delivery: ["get", "put"],
      event: ["get", "collect", "put"],
      outbox: ["put"],
      account: ["get"],
      limit: ["update"],
    },
    secrets: ["endpoint"],
  },
  sweepDeliveries: {
    name: "sweep-deliveries",
    access: { webhook: ["get"], delivery: ["search"], payment: ["search_by_due"], batch: ["search"] },
  },
} as const;

/** Of a stage with a rail. Only the files' writer opens account numbers. */
export const railWorkers = {
  collectPayouts: {
    name: "collect-payouts",
    access: {
      payment: ["search_by_due", "collect", "update"],
      driver: ["collect"],
      account_profile: ["get"],
      account: ["get"],
      partner: ["get"],
      bank_file: ["query", "put", "update"],
      bank_entry: ["query", "put", "delete"],
    },
  },
  writeBankFiles: {
    name: "write-bank-files",
    access: { bank_file: ["query", "update"], bank_entry: ["query"], bank_key: ["get", "put"] },
    secrets: ["bank"],
  },
  readBankFiles: {
    name: "read-bank-files",
    access: {
      bank_file: ["query", "get", "update"],
      bank_entry: ["get", "query"],
      bank_line: ["put"],
      bank_key: ["get"],
      payment: ["get", "update"],
      driver: ["query", "update"],
      event: ["put"],
    },
  },
} as const;

/** What functions may do in addition, in a stage with a rail. */
export const railAccess: Readonly<Record<string, Access>> = {
  "add-bank-account": { bank_entry: ["put"], bank_key: ["get"] },
  "settle-payout": { bank_file: ["collect"] },
  "look-up": { bank_file: ["query"], bank_line: ["query"] },
  repair: { bank_file: ["get", "update"], bank_entry: ["query", "put"], payment: ["update"] },
};

/** Of every stage. */
export const workers = { ...eventWorkers, ...webhookWorkers } as const;
