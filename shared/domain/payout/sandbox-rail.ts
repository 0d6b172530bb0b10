import type { NamedReturn, Payout } from "./payout.ts";
import type { PayoutRail, Step } from "./payout-rail.ts";

export const failingAccounts: Readonly<Record<string, NamedReturn>> = {
  1113: "account_closed",
  1116: "no_account",
  2227: "insufficient_funds",
  "0004": "invalid_account_number",
  "0006": "returned_on_request",
  "0013": "invalid_routing_number",
  "0015": "account_holder_deceased",
  "0016": "account_frozen",
  "0020": "account_not_eligible",
  "0023": "refused_by_recipient",
};
export const REFUNDING_ACCOUNT = "0009";

export const STANDARD_SECONDS = 60;
export const REFUND_SECONDS = 120;

const after = (instant: string, seconds: number) =>
  new Date(Date.parse(instant) + seconds * 1000).toISOString();

function nextPayoutStep(payout: Payout): Step | null {
  const { status, method, bank_last4 = "", created_at, completed_at } = payout;
  if (status === "pending") {
    const at = method === "instant" ? created_at : after(created_at, STANDARD_SECONDS);
    const failure_code = failingAccounts[bank_last4];
    return failure_code ? { transition: "fail", at, failure_code } : { transition: "complete", at };
  }
  if (status === "completed" && bank_last4 === REFUNDING_ACCOUNT && completed_at) {
    return { transition: "refund", at: after(completed_at, REFUND_SECONDS) };
  }
  return null;
}

/** Every outcome is known at once, and no money moves. */
export const sandboxRail: PayoutRail = {
  next: async (payouts) => payouts.map(nextPayoutStep),
  foresee: nextPayoutStep,
  cancel: async () => true,
};
