import type { FailureCode, Payout } from "./payout.ts";
import type { PayoutRail, Step } from "./payout-rail.ts";

/** Endings of bank accounts whose payouts fail in the sandbox, and why. */
export const failingAccounts: Readonly<Record<string, FailureCode>> = {
  1113: "account_closed",
  1116: "no_account",
  2227: "insufficient_funds",
};
/** The ending of an account that gives its money back, some time after the payout completed. */
export const REFUNDING_ACCOUNT = "0009";

export const STANDARD_SECONDS = 60;
export const REFUND_SECONDS = 120;

const after = (instant: string, seconds: number) =>
  new Date(Date.parse(instant) + seconds * 1000).toISOString();

/** What happens next to a payout in the sandbox, and at which instant; null when nothing does. */
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

/** Everything is known from the start, and nothing is moved. */
export const sandboxRail: PayoutRail = {
  next: async (payout) => nextPayoutStep(payout),
  foresee: nextPayoutStep,
};
