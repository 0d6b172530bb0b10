import { portion } from "../money/cents.ts";
import type { Payout, PayoutStatus } from "../payout/payout.ts";
import {
  earnedBy,
  type LedgerAccount,
  type LedgerEntry,
  movedBy,
  newEntry,
  type Posting,
  paidBy,
  totalOf,
} from "./entry.ts";

type Part = "amount" | "bank_amount" | "savings_amount" | "savings_returned" | "fee";
type Place = "funds" | "pending" | "fees" | "savings_pending" | "driver";
type Move = readonly [from: Place, to: Place, part: Part];

/** The entry of each status that a payout reaches: the one place that knows which cents move. */
const movements: Record<PayoutStatus, { type: LedgerEntry["type"]; moves: readonly Move[] }> = {
  pending: { type: "payout_created", moves: [["funds", "pending", "amount"]] },
  completed: {
    type: "payout_completed",
    moves: [
      ["pending", "driver", "bank_amount"],
      ["pending", "savings_pending", "savings_amount"],
      ["pending", "fees", "fee"],
    ],
  },
  failed: { type: "payout_failed", moves: [["pending", "funds", "amount"]] },
  canceled: { type: "payout_canceled", moves: [["pending", "funds", "amount"]] },
  refunded: {
    type: "payout_refunded",
    moves: [
      ["driver", "funds", "bank_amount"],
      ["savings_pending", "funds", "savings_returned"],
      ["fees", "funds", "fee"],
    ],
  },
};

/** The statuses through which a payout came to the one that it has. */
const passed: Record<PayoutStatus, readonly PayoutStatus[]> = {
  pending: ["pending"],
  completed: ["pending", "completed"],
  failed: ["pending", "failed"],
  canceled: ["pending", "canceled"],
  refunded: ["pending", "completed", "refunded"],
};

type Amounts = Pick<
  Payout,
  | "amount"
  | "net_amount"
  | "savings_amount"
  | "savings_returned"
  | "fee"
  | "driver_id"
  | "status"
  | "corrected"
  | "returned"
  | "refund_reason"
  | "tip_amount"
>;

/** The part of the net amount that goes to the bank account, in cents. */
export const bankAmountOf = ({ net_amount, savings_amount = 0 }: Amounts): number =>
  net_amount - savings_amount;

const partOf = (payout: Amounts, part: Part): number =>
  part === "bank_amount" ? bankAmountOf(payout) : (payout[part] ?? 0);

/** No posting for a fee or savings of nothing. A refund gives back what corrections left. */
const postingsAt = (payout: Amounts, status: PayoutStatus): Posting[] =>
  movements[status].moves.flatMap(([place, to, part]) => {
    const from = named(place, payout);
    const amount = partOf(payout, part) + (payout.returned?.[from] ?? 0);
    return amount === 0 ? [] : [{ from, to: named(to, payout), amount }];
  });

const named = (place: Place, { driver_id }: Amounts): LedgerAccount =>
  place === "driver" ? `driver:${driver_id}` : place;

export const postingsOf = (payout: Amounts): Posting[] =>
  passed[payout.status].flatMap((status) => postingsAt(payout, status));

export const heldBy = (payout: Amounts): Record<string, number> =>
  totalOf([earnedBy(postingsOf(payout)), payout.corrected ?? {}]);

/** What a payout adds to its year's 1099, in cents. What a driver pays back later was paid, so it stays. */
export function reportedOf(payout: Amounts): { paid: number; tips: number } {
  const held = heldBy(payout.refund_reason === "repaid" ? { ...payout, status: "completed" } : payout);
  const paid = Object.values(held).reduce((sum, cents) => sum + cents, 0);
  return { paid, tips: tipsWithin(payout, paid) };
}

/** The tips of a payout of which so much is paid. They fall by the share that is lost, rounded half up. */
export const tipsWithin = ({ amount, tip_amount = 0 }: Amounts, paid: number): number =>
  tip_amount - portion(tip_amount, Math.max(0, amount - paid), amount);

export const namedBy = ({ entries, corrections }: Payout): string[] =>
  [...entries, ...(corrections ?? [])].sort();

export const reachedAt = (payout: Payout): string =>
  ({
    pending: payout.created_at,
    completed: payout.completed_at,
    failed: payout.failed_at,
    canceled: payout.canceled_at,
    refunded: payout.refunded_at,
  })[payout.status] ?? payout.created_at;

/** With the postings of all statuses passed: an instant payout is created and completed in one. */
export function payoutEntry(before: Payout | undefined, after: Payout): Promise<LedgerEntry> {
  const known = before ? passed[before.status].length : 0;
  return newEntry({
    type: movements[after.status].type,
    postings: passed[after.status].slice(known).flatMap((status) => postingsAt(after, status)),
    source: after.id,
    sequence: (before?.entries.length ?? 0) + 1,
    ...(after.bank_file !== undefined && after.refund_reason !== "repaid" && { bank_file: after.bank_file }),
    created_at: reachedAt(after),
  });
}

/** What came back of a payout, and of its fee, in cents. */
export function returnedOf(payout: Amounts): { fee: number; amount: number } {
  const sums = movedBy(postingsOf(payout));
  const isOpen = (sums.get("pending") ?? 0) > 0;
  return {
    fee: isOpen ? 0 : payout.fee - (sums.get("fees") ?? 0),
    amount: Math.max(0, -paidBy(postingsAt(payout, payout.status))),
  };
}
