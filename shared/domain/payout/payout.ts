import * as z from "zod/mini";
import { portion } from "../cents.ts";
import { type BankAccount, BankAccountId } from "../driver/driver-accounts.ts";
import { DriverId } from "../driver/driver-id.ts";
import { sortableId } from "../ids.ts";
import { Metadata, StoredMetadata, withStoredMetadata } from "../metadata.ts";
import type { Mode } from "../owner.ts";
import { Instant, note, text } from "../text.ts";
import { allows, type Transition } from "../transition.ts";

export const PayoutId = z.string().check(z.regex(/^pay_[0-9a-z]{26}$/, "a payout's id, `pay_...`"));

export const PayoutStatus = z.enum(["pending", "completed", "failed", "canceled", "refunded"]);
export type PayoutStatus = z.infer<typeof PayoutStatus>;

export const PayoutMethod = z.enum(["instant", "standard"]);
type PayoutMethod = z.infer<typeof PayoutMethod>;

/** The bank's reason for rejecting a payout, and the ACH network's code for it. */
export const returnCodes = {
  insufficient_funds: "R01",
  account_closed: "R02",
  no_account: "R03",
  invalid_account_number: "R04",
  returned_on_request: "R06",
  invalid_routing_number: "R13",
  account_holder_deceased: "R15",
  account_frozen: "R16",
  account_not_eligible: "R20",
  refused_by_recipient: "R23",
} as const;
export const FailureCode = z.enum(Object.keys(returnCodes) as (keyof typeof returnCodes)[]);
export type FailureCode = z.infer<typeof FailureCode>;

/** In cents. */
const MOST = 100_000_000;
const MOST_AT_FIRST = 1_000_000;
const LEAST = 100;

/** The largest amount in cents. The sandbox and starter accounts have a lower one. */
export const mostOf = (mode: Mode, tier: string): number =>
  mode === "test" || tier === "starter" ? MOST_AT_FIRST : MOST;

const inWords = (cents: number) => String(cents).replace(/\B(?=(\d{3})+$)/g, ",");

/**
 * `z.int()` would report its own bounds first. The maximum depends on the account, so the handler checks it.
 */
const Amount = z
  .number()
  .check(
    z.refine(Number.isInteger, { error: "a whole number", abort: true }),
    z.gte(LEAST, { error: "amount_too_small", abort: true }),
  )
  .register(z.globalRegistry, { "x-published": { type: "integer", minimum: LEAST, maximum: MOST } });

export const PayoutRequest = z.strictObject({
  driver_id: note(z.clone(DriverId), "The driver to pay."),
  amount: note(
    z.clone(Amount),
    `In cents. Minimum ${LEAST}. Maximum ${inWords(MOST_AT_FIRST)} in the sandbox and on the starter tier, otherwise ${inWords(MOST)}.`,
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
    note(z.clone(BankAccountId), "The driver's bank account to pay. Omitted: the default account."),
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

export const Payout = z.object({
  id: PayoutId,
  status: PayoutStatus,
  amount: z.int(),
  currency: z.string(),
  method: PayoutMethod,
  driver_id: DriverId,
  fee: z.int(),
  net_amount: z.int(),
  description: z.optional(z.string()),
  metadata: z.optional(StoredMetadata),
  /** The target account, for the rail. Absent when the driver has none. */
  bank_account_id: z.optional(z.string()),
  bank_last4: z.optional(z.string()),
  created_at: Instant,
  completed_at: z.optional(Instant),
  failed_at: z.optional(Instant),
  failure_code: z.optional(FailureCode),
  canceled_at: z.optional(Instant),
  refunded_at: z.optional(Instant),
  /** Whether it is in the counts of its day. Absent on payouts of earlier releases. */
  by_day: z.optional(z.boolean()),
});
export type Payout = z.infer<typeof Payout>;

export const payoutTransitions = {
  complete: { from: ["pending"], to: "completed" },
  fail: { from: ["pending"], to: "failed" },
  cancel: { from: ["pending"], to: "canceled" },
  refund: { from: ["completed"], to: "refunded" },
} as const satisfies Record<string, Transition<PayoutStatus>>;
export type PayoutTransition = keyof typeof payoutTransitions;

const settledAt = {
  complete: "completed_at",
  fail: "failed_at",
  cancel: "canceled_at",
  refund: "refunded_at",
} as const;

/** The payout after a transition that its status allows. */
export const settlePayout = (
  payout: Payout,
  transition: PayoutTransition,
  now: Date,
  failure_code?: FailureCode,
): Payout => ({
  ...payout,
  status: payoutTransitions[transition].to,
  [settledAt[transition]]: now.toISOString(),
  ...(failure_code && { failure_code }),
});

export const mayBe = (transition: PayoutTransition, { status }: Pick<Payout, "status">): boolean =>
  allows(payoutTransitions[transition], status);

const LEAST_INSTANT_FEE = 25;

/** In cents. Instant costs 1.5 %, rounded half up, and at least 25 cents; standard is free. */
export const payoutFee = (method: PayoutMethod, amount: number): number =>
  method === "standard" ? 0 : Math.max(LEAST_INSTANT_FEE, portion(amount, 15, 1_000));

/** The event type for a status. A pending payout has no event; only its own account can cancel one. */
export const payoutEventType = ({ status }: Payout) =>
  status === "pending" || status === "canceled" ? undefined : (`payment.${status}` as const);

/** A new payout is pending and goes to the given bank account. */
export function createPayout(
  { idempotency_key: _, bank_account_id: __, ...request }: PayoutRequest,
  account: BankAccount | undefined,
  now: Date,
): Payout {
  const fee = payoutFee(request.method, request.amount);
  return {
    id: sortableId("pay_", now),
    status: "pending",
    ...withStoredMetadata(request),
    fee,
    net_amount: request.amount - fee,
    ...(account && { bank_account_id: account.id, bank_last4: account.last4 }),
    created_at: now.toISOString(),
  };
}
