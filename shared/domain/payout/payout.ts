import * as z from "zod/mini";
import { idForm } from "../item/ids.ts";
import { portion } from "../money/cents.ts";
import { DriverId } from "../driver/driver-id.ts";
import { StoredMetadata } from "../metadata/metadata.ts";
import { SavingsPlan } from "../savings/plan.ts";
import { SavingsReason } from "../savings/split.ts";
import { Instant } from "../text/text.ts";
import { allows, type Transition } from "../item/transition.ts";

export const PayoutId = z.string().check(z.regex(idForm("pay_"), "a payout's id, `pay_...`"));

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
export type NamedReturn = keyof typeof returnCodes;
/** `returned_by_bank`: for a code that has no name here. */
export const FailureCode = z.enum([...(Object.keys(returnCodes) as NamedReturn[]), "returned_by_bank"]);
export type FailureCode = z.infer<typeof FailureCode>;

export const RefundReason = z.enum(["returned", "repaid"]);
export type RefundReason = z.infer<typeof RefundReason>;

/** Nothing was ever published without the ledger, so there is no migration. */
class PayoutBeforeLedger extends Error {
  override readonly name = "PayoutBeforeLedger";
}

function refuseOlder(): never {
  throw new PayoutBeforeLedger(
    "A stored payout is older than the ledger, and this version cannot read it. Delete the data: npm start -- --reset",
  );
}

export const Payout = z.object({
  id: PayoutId,
  status: PayoutStatus,
  amount: z.int(),
  currency: z.string(),
  method: PayoutMethod,
  driver_id: DriverId,
  fee: z.int(),
  net_amount: z.int(),
  /** In cents: the part of `amount` that customers gave. Absent: nothing. */
  tip_amount: z.optional(z.int()),
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
  /** Absent from refunds of earlier releases, which banks returned. */
  refund_reason: z.optional(RefundReason),
  /** When the bank should have paid it, unless it is final. */
  expected_at: z.optional(Instant),
  /** It waits for the next file to the bank, which is collected at `due_at`. */
  waits_for_file: z.optional(z.literal(true)),
  /** The number of the file that it is in, and since when. */
  bank_file: z.optional(z.int()),
  submitted_at: z.optional(Instant),
  /** The bank's, such as `R03`. Its rail then fails or refunds it. */
  return_code: z.optional(z.string()),
  /** When its rail is asked next. Absent: no further step will come. */
  due_at: z.optional(Instant),
  savings: z.optional(SavingsPlan),
  /** In cents, from its completion on, if it has a plan. */
  savings_amount: z.optional(z.int()),
  savings_reason: z.optional(SavingsReason),
  contribution_id: z.optional(z.string()),
  /** In cents: the savings that had not left yet when it was refunded, so they came back. */
  savings_returned: z.optional(z.int()),
  /** The ids of its entries in the ledger, oldest first. The store adds one at each change of status. */
  entries: z.array(z.string(), { error: refuseOlder }),
  corrections: z.optional(z.set(z.string())),
  corrected: z.optional(z.record(z.string(), z.int())),
  /** What was corrected when it was refunded, so the refund gave back as much more, or less. */
  returned: z.optional(z.record(z.string(), z.int())),
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

/** What the bank says of a failure or a refund. */
export type Why = { failure_code?: FailureCode | undefined; refund_reason?: RefundReason | undefined };

/** Later than the change before it, by any clock. A new payout has no entry, and may be settled at once. */
function changedAt({ created_at, completed_at = created_at, entries }: Payout, now: Date): string {
  const least = Date.parse(completed_at) + (entries.length > 0 ? 1 : 0);
  return new Date(Math.max(now.getTime(), least)).toISOString();
}

/** The payout after a transition that its status allows. A completed one may still be due, for its refund. */
export const settlePayout = (
  payout: Payout,
  transition: PayoutTransition,
  now: Date,
  { failure_code, refund_reason = "returned" }: Why = {},
): Payout => ({
  ...payout,
  status: payoutTransitions[transition].to,
  [settledAt[transition]]: changedAt(payout, now),
  due_at: transition === "complete" ? payout.due_at : undefined,
  ...(failure_code && { failure_code }),
  ...(transition === "refund" && {
    refund_reason,
    ...(payout.corrected && { returned: payout.corrected }),
  }),
});

const namedReturns = new Map<string, FailureCode>(
  Object.entries(returnCodes).map(([name, code]) => [code, name as FailureCode]),
);

export const failureOf = (returnCode: string): FailureCode =>
  namedReturns.get(returnCode) ?? "returned_by_bank";

export const mayBe = (transition: PayoutTransition, { status }: Pick<Payout, "status">): boolean =>
  allows(payoutTransitions[transition], status);

/** An instant payout costs a share of its amount, rounded half up, and at least so many cents. */
const INSTANT_FEE = { cents: 25, perMille: 15 };

/** In cents. A standard payout is free. */
export const payoutFee = (method: PayoutMethod, amount: number): number =>
  method === "standard" ? 0 : Math.max(INSTANT_FEE.cents, portion(amount, INSTANT_FEE.perMille, 1_000));

export const instantFeeInWords = `${INSTANT_FEE.cents} cents or ${INSTANT_FEE.perMille / 10}%, whichever is greater`;
