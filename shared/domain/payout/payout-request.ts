import * as z from "zod/mini";
import type { BankAccount } from "../driver/driver-accounts.ts";
import { NamedBankAccountId } from "../driver/driver-accounts.ts";
import { NamedDriverId } from "../driver/driver-id.ts";
import { sortableId } from "../ids.ts";
import { withStoredMetadata } from "../metadata.ts";
import { Metadata } from "../metadata-request.ts";
import type { Mode } from "../owner.ts";
import type { SavingsPlan } from "../savings/plan.ts";
import { note, text } from "../text.ts";
import { type Payout, PayoutMethod, payoutFee } from "./payout.ts";

/** In cents. */
const MAX = 100_000_000;
const MAX_AT_FIRST = 1_000_000;
const MIN = 100;

/** The largest amount in cents. The sandbox and starter accounts have a lower one. */
export const maxAmountOf = (mode: Mode, tier: string): number =>
  mode === "test" || tier === "starter" ? MAX_AT_FIRST : MAX;

const inWords = (cents: number) => String(cents).replace(/\B(?=(\d{3})+$)/g, ",");

/** `z.int()` would report its own bounds first. The handler checks the maximum of the account. */
const Amount = z
  .number()
  .check(
    z.refine(Number.isInteger, { error: "a whole number", abort: true }),
    z.gte(MIN, { error: "amount_too_small", abort: true }),
  )
  .register(z.globalRegistry, { "x-published": { type: "integer", minimum: MIN, maximum: MAX } });

export const PayoutRequest = z.strictObject({
  driver_id: note(z.clone(NamedDriverId), "The driver to pay."),
  amount: note(
    z.clone(Amount),
    `In cents. Minimum ${MIN}. Maximum ${inWords(MAX_AT_FIRST)} in the sandbox and on the starter tier, otherwise ${inWords(MAX)}.`,
  ),
  currency: note(
    z
      .string()
      .check(
        z.regex(/^[a-z]{3}$/, { error: "a three-letter currency code in lowercase", abort: true }),
        z.refine((currency) => currency === "usd", { error: "currency_not_supported" }),
      )
      .register(z.globalRegistry, { "x-published": { type: "string", enum: ["usd"] } }),
    "Three-letter ISO code in lowercase. Only `usd` is supported.",
  ),
  method: z._default(
    note(z.clone(PayoutMethod), "`standard` takes 1 to 2 business days and is free."),
    "instant",
  ),
  bank_account_id: z.optional(
    note(z.clone(NamedBankAccountId), "The driver's bank account to pay. Omitted: the default account."),
  ),
  idempotency_key: z.optional(
    note(
      z.string().check(z.regex(/^[\x21-\x7e]{1,255}$/, "1 to 255 visible ASCII characters")),
      "Alternative to the `Idempotency-Key` header. If you send both, they must match.",
    ),
  ),
  description: z.optional(note(text(500), "A description for your own use.")),
  metadata: z.optional(Metadata),
});
export type PayoutRequest = z.infer<typeof PayoutRequest>;

/** A new payout is pending and goes to the given bank account. `savings`: the plan of its driver. */
export function createPayout(
  { idempotency_key: _, bank_account_id: __, ...request }: PayoutRequest,
  account: BankAccount | undefined,
  now: Date,
  savings?: SavingsPlan,
): Payout {
  const fee = payoutFee(request.method, request.amount);
  return {
    id: sortableId("pay_", now),
    status: "pending",
    ...withStoredMetadata(request),
    fee,
    net_amount: request.amount - fee,
    ...(account && { bank_account_id: account.id, bank_last4: account.last4 }),
    ...(savings && { savings }),
    created_at: now.toISOString(),
    entries: [],
  };
}
