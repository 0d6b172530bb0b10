import { PublicBatch } from "../payout/payout-batch.ts";
import { defineEvent } from "./new-event.ts";

/** The whole batch, as replies show it. Functions of single payouts do not load it. */
export const batchCompleted = defineEvent("payment.batch.completed", PublicBatch);
