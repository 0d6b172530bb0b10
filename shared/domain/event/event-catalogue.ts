import type * as z from "zod/mini";
import { batchCompleted } from "./batch-events.ts";
import { contributionReversed, contributionSettled } from "./contribution-events.ts";
import { bankAccountAdded, driverCreated, driverUpdated } from "./driver-events.ts";
import { earningsSynced, platformConnected, platformDisconnected } from "./earnings-events.ts";
import {
  exampleBatch,
  exampleConnection,
  exampleContribution,
  exampleDriver,
  examplePayout,
  exampleProposal,
  exampleSavings,
} from "./event-examples.ts";
import type { EventType } from "./event-type.ts";
import { paymentEvents } from "./payment-events.ts";
import { proposalApproved, proposalCreated, proposalDeclined, proposalExpired } from "./proposal-events.ts";
import { savingsChanged, savingsEnded, savingsStarted } from "./savings-events.ts";
import { form1099Ready, quarterDue } from "./tax-events.ts";
import { webhookFailing } from "./webhook-events.ts";

type Entry = {
  group: "payments" | "drivers" | "earnings" | "savings" | "tax" | "webhooks";
  meaning: string;
  emitted_by: readonly string[];
  data: z.ZodMiniObject;
  example: Record<string, unknown>;
};

/**
 * A payout's event carries the whole payout, as replies show it. Others carry ids and what changed, and no
 * personal data, because a receiver may log or queue them.
 */
export const catalogue = {
  "payment.pending": {
    group: "payments",
    meaning: "Sent when a payout is created and not settled at once.",
    emitted_by: ["create-payout", "make-payouts", "developer-drivers"],
    data: paymentEvents.pending.data,
    example: examplePayout("pending"),
  },
  "payment.completed": {
    group: "payments",
    meaning: "Sent when a payout completes: its money has arrived.",
    emitted_by: ["create-payout", "make-payouts", "settle-payout", "complete-payout", "developer-drivers"],
    data: paymentEvents.completed.data,
    example: examplePayout("completed"),
  },
  "payment.failed": {
    group: "payments",
    meaning: "Sent when a payout fails: its money will not arrive.",
    emitted_by: ["create-payout", "make-payouts", "settle-payout", "fail-payout", "developer-drivers"],
    data: paymentEvents.failed.data,
    example: examplePayout("failed"),
  },
  "payment.canceled": {
    group: "payments",
    meaning: "Sent when you cancel a pending payout.",
    emitted_by: ["cancel-payout", "developer-drivers"],
    data: paymentEvents.canceled.data,
    example: examplePayout("canceled"),
  },
  "payment.refunded": {
    group: "payments",
    meaning: "Sent when a completed payout is refunded: its money comes back.",
    emitted_by: ["settle-payout", "refund-payout", "developer-drivers"],
    data: paymentEvents.refunded.data,
    example: examplePayout("refunded"),
  },
  "payment.batch.completed": {
    group: "payments",
    meaning: "Sent when each payout of a batch has its result: created, or rejected with an error.",
    emitted_by: ["make-payouts"],
    data: batchCompleted.data,
    example: exampleBatch(),
  },
  "proposal.created": {
    group: "payments",
    meaning: "Sent when payouts are proposed: they wait for a person's approval.",
    emitted_by: ["create-payout-proposal"],
    data: proposalCreated.data,
    example: exampleProposal("pending"),
  },
  "proposal.approved": {
    group: "payments",
    meaning: "Sent when a proposal is approved: its batch is being paid.",
    emitted_by: ["approve-payout-proposal", "developer-proposals"],
    data: proposalApproved.data,
    example: exampleProposal("approved"),
  },
  "proposal.declined": {
    group: "payments",
    meaning: "Sent when a proposal is declined: nothing is paid.",
    emitted_by: ["developer-proposals"],
    data: proposalDeclined.data,
    example: exampleProposal("declined"),
  },
  "proposal.expired": {
    group: "payments",
    meaning: "Sent when a proposal expires before it is approved or declined.",
    emitted_by: ["expire-proposal"],
    data: proposalExpired.data,
    example: exampleProposal("expired"),
  },
  "driver.created": {
    group: "drivers",
    meaning: "Sent when a driver is added.",
    emitted_by: ["create-driver", "create-sandbox-key", "developer-drivers", "developer-sign-in"],
    data: driverCreated.data,
    example: exampleDriver(),
  },
  "driver.updated": {
    group: "drivers",
    meaning: "Sent when fields of a driver change, and when the driver is deleted.",
    emitted_by: [
      "update-driver",
      "delete-driver",
      "update-bank-account",
      "delete-bank-account",
      "developer-drivers",
    ],
    data: driverUpdated.data,
    example: { ...exampleDriver(), changed: ["email"], sequence: 2 },
  },
  "driver.bank_account.added": {
    group: "drivers",
    meaning: "Sent when a bank account is added to a driver.",
    emitted_by: ["add-bank-account", "developer-drivers"],
    data: bankAccountAdded.data,
    example: {
      id: "ba_01j9z8v7w6x5y4t3s2r1q0p9n8",
      object: "bank_account",
      driver_id: exampleDriver().id,
      status: "verified",
      sequence: 1,
      livemode: false,
    },
  },
  "earnings.synced": {
    group: "earnings",
    meaning:
      "Sent when earnings have been read from a gig platform and the summary has changed: on connecting, once a day, and on request.",
    emitted_by: ["answer-consent", "sync-platform", "walk-tax-events"],
    data: earningsSynced.data,
    example: {
      object: "earnings",
      driver_id: exampleDriver().id,
      platform: "doordash",
      from: "2026-08-24",
      to: "2026-11-21",
      changed_days: ["2026-11-20", "2026-11-21"],
      sequence: 1,
      livemode: false,
    },
  },
  "earnings.platform.connected": {
    group: "earnings",
    meaning: "Sent when a driver allows access to their earnings on a gig platform.",
    emitted_by: ["answer-consent"],
    data: platformConnected.data,
    example: { ...exampleConnection(), status: "connected" },
  },
  "earnings.platform.disconnected": {
    group: "earnings",
    meaning: "Sent when a gig platform is disconnected: its earnings are no longer read.",
    emitted_by: ["disconnect-platform", "answer-consent", "developer-drivers"],
    data: platformDisconnected.data,
    example: { ...exampleConnection(), status: "disconnected", sequence: 2 },
  },
  "contribution.settled": {
    group: "savings",
    meaning:
      "Sent when the custodian has a contribution: the savings of a payout are in the driver's Roth IRA.",
    emitted_by: ["walk-tax-events", "settle-contribution"],
    data: contributionSettled.data,
    example: {
      ...exampleContribution("settled"),
      sent_at: "2026-11-27T02:00:00.000Z",
      settled_at: "2026-11-27T02:00:00.000Z",
    },
  },
  "contribution.reversed": {
    group: "savings",
    meaning: "Sent when a payout comes back before its contribution was sent: the savings come back with it.",
    emitted_by: ["settle-payout", "refund-payout", "developer-drivers"],
    data: contributionReversed.data,
    example: { ...exampleContribution("reversed"), reversed_at: "2026-11-21T09:32:00.000Z" },
  },
  "savings.started": {
    group: "savings",
    meaning: "Sent when a driver agrees to save part of their payouts.",
    emitted_by: ["answer-savings", "act-on-savings"],
    data: savingsStarted.data,
    example: exampleSavings("active", 1),
  },
  "savings.changed": {
    group: "savings",
    meaning: "Sent when a driver changes what is saved of payouts that you create from then on.",
    emitted_by: ["answer-savings", "act-on-savings"],
    data: savingsChanged.data,
    example: { ...exampleSavings("active", 2), percent: 10, changed_at: "2026-11-21T09:30:00.000Z" },
  },
  "savings.ended": {
    group: "savings",
    meaning: "Sent when savings end: the driver stopped them, you ended them, or the driver was deleted.",
    emitted_by: [
      "answer-savings",
      "act-on-savings",
      "end-savings",
      "erase-driver",
      "disown-signup",
      "erase",
      "developer-drivers",
    ],
    data: savingsEnded.data,
    example: exampleSavings("ended", 2),
  },
  "tax.1099.ready": {
    group: "tax",
    meaning:
      "Sent on January 15 for each driver's 1099-NEC of the past year, when a paid driver is deleted, and again for a corrected form.",
    emitted_by: ["get-1099", "make-1099-ready", "walk-tax-events", "delete-driver", "developer-drivers"],
    data: form1099Ready.data,
    example: {
      id: "doc_01j9z8v7w6x5y4t3s2r1q0p9n8",
      object: "tax_document",
      type: "1099-NEC",
      driver_id: exampleDriver().id,
      year: 2025,
      status: "available",
      corrected: false,
      sequence: 1,
      livemode: false,
    },
  },
  "tax.quarterly.due": {
    group: "tax",
    meaning: "Sent 14 days before a quarter's estimated tax is due.",
    emitted_by: ["walk-tax-events", "emit-quarterly-due"],
    data: quarterDue.data,
    example: {
      object: "quarterly_estimate",
      driver_id: exampleDriver().id,
      year: 2026,
      q: "Q4",
      due: "2027-01-15",
      sequence: 1,
      livemode: false,
    },
  },
  "webhook.failing": {
    group: "webhooks",
    meaning: "Sent once a day while an endpoint fails: 20 attempts in an hour, no success.",
    emitted_by: ["deliver-webhook"],
    data: webhookFailing.data,
    example: {
      id: "wh_01j9z8v7w6x5y4t3s2r1q0p9n8",
      object: "webhook_endpoint",
      failing_since: "2026-11-21T08:45:00.000Z",
      event_id: "evt_01j9z8v7w6x5y4t3s2r1q0p9n8",
      reason: "refused: the receiver answered 500",
      sequence: 1,
      livemode: false,
    },
  },
} as const satisfies Record<EventType, Entry>;
