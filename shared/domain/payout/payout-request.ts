import * as z from "zod/mini";
import { grouped } from "../money/cents.ts";
import type { BankAccount } from "../driver/driver-accounts.ts";
import { NamedBankAccountId } from "../driver/driver-accounts.ts";
import { NamedDriverId } from "../driver/driver-id.ts";
import { sortableId } from "../item/ids.ts";
import { withStoredMetadata } from "../metadata/metadata.ts";
import { Metadata } from "../metadata/metadata-request.ts";
import type { Mode } from "../item/owner.ts";
import type { SavingsPlan } from "../savings/plan.ts";
import { note, text } from "../text/text.ts";
import { type Payout, PayoutMethod, payoutFee } from "./payout.ts";

/** In cents. */
const MAX = 100_000_000;
const MAX_AT_FIRST = 1_000_000;
const MIN = 100;

/** The largest amount in cents. The sandbox and starter accounts have a lower one. */
export const maxAmountOf = (mode: Mode, tier: string): number =>
  mode === "test" || tier === "starter" ? MAX_AT_FIRST : MAX;

/** `z.int()` would report its own bounds first. The handler checks the maximum of the account. */
const Amount = z
  .number()
  .check(
    z.refine(Number.isInteger, { error: "a whole number", abort: true }),
    z.gte(MIN, { error: "amount_too_small", abort: true }),
  )
  .register(z.globalRegistry, { "x-published": { type: "integer", minimum: MIN, maximum: MAX } });

export const PayoutRequest = z
  .strictObject({
    driver_id: note(z.clone(NamedDriverId), "The driver to pay."),
    amount: note(
      z.clone(Amount),
      `In cents. Minimum ${MIN}. Maximum ${grouped(MAX_AT_FIRST)} in the sandbox and on the starter tier, otherwise ${grouped(MAX)}.`,
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
    tip_amount: z._default(
      note(
        z.int().check(z.gte(0), z.lte(MAX)),
        "In cents: the part of `amount` that customers gave as voluntary tips, for box 1b of the 1099-NEC. It changes neither `fee` nor `net_amount`.",
      ),
      0,
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
        "Alternative to the `Idempotency-Key` header. If you send both, they must match. Within a batch it names the payout: one whose key was used is not made again.",
      ),
    ),
    description: z.optional(note(text(500), "A description for your own use.")),
    metadata: z.optional(Metadata),
  })
  .register(z.globalRegistry, { id: "CreatePayoutRequest" });
export type PayoutRequest = z.infer<typeof PayoutRequest>;

type Terms = Omit<PayoutRequest, "tip_amount"> & { tip_amount?: number };

/** A new payout is pending and goes to the given bank account. `savings`: the plan of its driver. */
export function createPayout(
  { idempotency_key: _, bank_account_id: __, tip_amount = 0, ...request }: Terms,
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
    ...(tip_amount > 0 && { tip_amount }),
    ...(account && { bank_account_id: account.id, bank_last4: account.last4 }),
    ...(savings && { savings }),
    created_at: now.toISOString(),
    entries: [],
  };
}
