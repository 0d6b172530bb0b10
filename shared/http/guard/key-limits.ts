import { Problem } from "../../contract/errors.ts";
import type { ApiKey } from "../../domain/account/api-key.ts";
import { grouped } from "../../domain/money/cents.ts";
import type { Owner } from "../../domain/item/owner.ts";
import { findKeyDay, keyDayCapWrite } from "../../store/account/key-days.ts";
import type { Write } from "../../store/table/table.ts";

const limits = {
  payout: "for a payout. Send a smaller amount",
  day: "for all payouts of a day (UTC). Send a smaller amount, or wait until tomorrow",
};

const aboveLimit = (of: keyof typeof limits, most = 0) =>
  new Problem(
    "key_limit_exceeded",
    `The limit of this API key is ${grouped(most)} cents ${limits[of]}, or use another key.`,
    "amount",
  );

/** Throws above the key's limit of a payout, or if one payout is above that of a day. */
export function refuseAboveKeyLimits({ max_payout_amount, max_daily_amount }: ApiKey, amount: number): void {
  if (amount > (max_payout_amount ?? amount)) throw aboveLimit("payout", max_payout_amount);
  if (amount > (max_daily_amount ?? amount)) throw aboveLimit("day", max_daily_amount);
}

export const aboveLimitOfDay = ({ max_daily_amount }: ApiKey) => aboveLimit("day", max_daily_amount);

/** Counts a payout in the transaction that makes it. A key without a limit of a day needs no write. */
export const dayOfKeyWrite = (
  { key_id, max_daily_amount, capped_as = key_id }: ApiKey,
  owner: Owner,
  amount: number,
  now: Date,
): Write | undefined =>
  max_daily_amount === undefined
    ? undefined
    : keyDayCapWrite(owner, capped_as, amount, max_daily_amount, now);

/** The cents that the key may still pay today. */
export const leftOfDay = async (
  { key_id, max_daily_amount, capped_as = key_id }: ApiKey,
  owner: Owner,
  now: Date,
): Promise<number> =>
  max_daily_amount === undefined
    ? Number.POSITIVE_INFINITY
    : max_daily_amount - (await findKeyDay(owner, capped_as, now));
