import * as z from "zod/mini";
import { Day } from "../../../domain/time/day.ts";
import { PublicSettlement } from "../../../domain/ledger/public-settlement.ts";
import { note } from "../../../domain/text/text.ts";

export const SettlementShape = z.object(PublicSettlement.shape).register(z.globalRegistry, {
  id: "Settlement",
  description: "The frozen statement of a day on which your money moved.",
});

export const SettlementParams = z.strictObject({ date: note(z.clone(Day), "The day, in UTC.") });

const NO_SAVINGS = { savings_pending: 0, savings_sent: 0 };

export const settlementExample = {
  object: "settlement",
  date: "2026-11-21",
  number: 1,
  currency: "usd",
  opening: { outside: 0, funds: 0, pending: 0, drivers: 0, fees: 0, ...NO_SAVINGS },
  totals: [
    { type: "payout_completed", count: 1, amount: -12_500 },
    { type: "funding", count: 2, amount: 105_000_000 },
  ],
  net: 104_987_500,
  closing: {
    outside: -105_000_000,
    funds: 104_987_500,
    pending: 0,
    drivers: 12_312,
    fees: 188,
    ...NO_SAVINGS,
  },
  open_payouts: { count: 0, amount: 0 },
  transaction_count: 3,
  entries_sha256: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
  previous_sha256: "60303ae22b998861bce3b28f33eec1be758a213c86c93c076dbe9f558c11c752",
  sha256: "9d9364ae0d4441396519db457568a88e61fdca20489f23fc0f38c144a4062060",
  frozen_at: "2026-11-22T02:00:04.000Z",
  livemode: false,
};
