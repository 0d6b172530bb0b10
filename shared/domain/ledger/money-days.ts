import { plusDays } from "../time/day.ts";
import type { Sums } from "./entry.ts";

/** In cents: `opening` + `funded` + `payouts` + `fees` = `closing`. `payouts`: less what came back. */
export type MoneyDay = Record<"opening" | "funded" | "payouts" | "fees" | "closing", number> & {
  day: string;
  /** Some entry is of this day. */
  isMoved: boolean;
};

export function moneyDays(
  available: number,
  sums: ReadonlyMap<string, Sums>,
  { today, days }: { today: string; days: number },
): MoneyDay[] {
  const moneyDays: MoneyDay[] = [];
  for (let day = today, closing = available; moneyDays.length < days; day = plusDays(day, -1)) {
    const { cents_funds = 0, cents_outside = 0, cents_fees = 0 } = sums.get(day) ?? {};
    const opening = closing - cents_funds;
    const funded = 0 - cents_outside;
    const fees = 0 - cents_fees;
    moneyDays.unshift({
      day,
      opening,
      funded,
      fees,
      closing,
      isMoved: sums.has(day),
      payouts: cents_funds - funded - fees,
    });
    closing = opening;
  }
  return moneyDays;
}
