import { Problem } from "../../contract/errors.ts";
import type { PayoutOutcome } from "../../store/payout/payouts.ts";
import { unknownDriver } from "./require-driver.ts";

/** The Problem for a payout that was not stored. The idempotency key stays free. */
export const refusedPayout = (why: Exclude<PayoutOutcome, "stored">): Problem =>
  why === "driver_missing"
    ? unknownDriver("driver_id")
    : new Problem(
        "balance_insufficient",
        "The available balance does not cover `amount`. Add funds, or send a smaller amount. GET /v1/balance has the balance.",
        "amount",
      );
