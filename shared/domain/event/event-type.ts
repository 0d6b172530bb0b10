import * as z from "zod/mini";

/** The event types. Functions that need only names do not bundle the catalogue of meanings and data. */
export const EventType = z.enum([
  "payment.pending",
  "payment.completed",
  "payment.failed",
  "payment.canceled",
  "payment.refunded",
  "payment.batch.completed",
  "proposal.created",
  "proposal.approved",
  "proposal.declined",
  "proposal.expired",
  "driver.created",
  "driver.updated",
  "driver.bank_account.added",
  "earnings.synced",
  "earnings.platform.connected",
  "earnings.platform.disconnected",
  "contribution.settled",
  "contribution.reversed",
  "savings.started",
  "savings.changed",
  "savings.ended",
  "tax.1099.ready",
  "tax.quarterly.due",
  "webhook.failing",
]);
export type EventType = z.infer<typeof EventType>;
