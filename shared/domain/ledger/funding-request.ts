import * as z from "zod/mini";
import { note, text } from "../text/text.ts";

/** In cents. */
const MAX_FUNDING = 100_000_000_000;

export const FundingRequest = z.strictObject({
  amount: note(
    z.int("a whole number").check(z.gte(1), z.lte(MAX_FUNDING)),
    "In cents, at most 100,000,000,000.",
  ),
  reference: z.optional(
    note(
      text(100),
      "Your reference of the transfer, which becomes the transaction's `source`. With a reference that you used before, no money is added: you get its transaction again, or `status_conflict` if that has another amount.",
    ),
  ),
});
export type FundingRequest = z.infer<typeof FundingRequest>;
