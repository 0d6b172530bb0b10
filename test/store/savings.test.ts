import { describe, expect, test } from "@jest/globals";
import type { Payout } from "../../shared/domain/payout/payout.ts";
import { publicPayout } from "../../shared/domain/payout/public-payout.ts";
import { tick } from "./century-ahead.ts";
import { audited, drivers, newDriver, newOwner } from "./payout-steps.ts";
import {
  contributionOf,
  contributions,
  moveAt,
  newPerson,
  newSaver,
  payAt,
  savedOf,
  savers,
} from "./savings-steps.ts";

const { transact } = await import("../../shared/store/table/table.ts");
const { findBalance } = await import("../../shared/store/ledger/funds.ts");

const splitOf = (payout: Payout) => {
  const { bank_amount, savings_amount, savings_reason } = publicPayout(payout);
  return { bank_amount, savings_amount, savings_reason };
};
const yearOf = (now: Date) => new Date(now.getTime() + 5 * 86_400_000).getUTCFullYear();

describe("the savings of a person", () => {
  test("are exactly the cap after 200 payouts of 5 partners that race for the last $10", async () => {
    const person = newPerson();
    const partners = Array.from({ length: 5 }, newOwner);
    const drivers = await Promise.all(
      partners.map((owner) => newSaver(owner, person, { percent: 10 }, 20_000)),
    );
    const year = yearOf(tick());
    // $190 of $200 are saved.
    const first = await payAt(partners[0] as never, drivers[0] as string, 1_900_00, tick(), "instant");
    expect(first.savings_amount).toBeLessThanOrEqual(19_000);
    const now = tick();
    const saved: Payout[] = [];
    const caller = async (nth: number) => {
      for (let i = 0; i < 10; i++) {
        const [owner, driver] = [partners[nth % 5], drivers[nth % 5]];
        saved.push(await payAt(owner as never, driver as string, 1_000 + nth, tick(1)));
      }
    };
    await Promise.all(Array.from({ length: 20 }, (_, nth) => caller(nth)));
    const sum = [first, ...saved].reduce((all, { savings_amount = 0 }) => all + savings_amount, 0);
    expect(saved).toHaveLength(200);
    expect([sum, await savedOf(partners[0] as never, person, year)]).toEqual([20_000, 20_000]);
    for (const owner of partners) expect(await audited(owner, now)).toEqual([]);
  });
});
