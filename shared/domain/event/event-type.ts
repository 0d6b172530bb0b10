import * as z from "zod/mini";

/**
 * The event types. The catalogue has their meanings and data; functions that need only the names do not
 * bundle it.
 */
export const EventType = z.enum([
  "payment.completed",
  "payment.failed",
  "payment.refunded",
  "driver.created",
  "driver.updated",
  "driver.bank_account.added",
  "earnings.synced",
  "earnings.platform.connected",
  "earnings.platform.disconnected",
  "tax.1099.ready",
  "tax.quarterly.due",
]);
export type EventType = z.infer<typeof EventType>;
