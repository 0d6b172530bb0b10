import * as z from "zod/mini";

/**
 * What a partner can subscribe to. What each means and holds is in the catalogue, which functions that only deal in names need not
 * carry.
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
