import * as z from "zod/mini";
import { PublicBatch } from "../payout/payout-batch.ts";
import { Sequence } from "./event.ts";
import { defineEvent } from "./new-event.ts";

/** The whole batch, as replies show it. Functions of single payouts do not load it. */
export const batchCompleted = defineEvent(
  "payment.batch.completed",
  z.object({ ...PublicBatch.shape, sequence: Sequence }),
);
