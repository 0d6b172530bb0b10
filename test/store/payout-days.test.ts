import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { firstIdAfter, lastIdBefore } from "../../shared/domain/ids.ts";
import type { Owner } from "../../shared/domain/owner.ts";
import { mayBe, type Payout, PayoutStatus, settlePayout } from "../../shared/domain/payout/payout.ts";
import { createPayout } from "../../shared/domain/payout/payout-request.ts";
import { tick } from "./century-ahead.ts";
import { newDriver, newOwner, payouts } from "./payout-steps.ts";

const HOUR = 3_600_000;
const START = Date.parse("2126-05-01T00:00:00Z");
const request = (driver_id: string) => ({
  driver_id,
  amount: 500,
  currency: "usd",
  method: "standard" as const,
});

async function newPayoutAt(owner: Owner, driver_id: string, hours: number): Promise<Payout> {
  const payout = createPayout(request(driver_id), undefined, new Date(START + hours * HOUR));
  await payouts.putPayout(owner, payout, undefined, undefined);
  return payout;
}

const iso = (hours: number) => new Date(START + hours * HOUR).toISOString();

/** Compares the store's counts with a plain list, for windows that end at midnight or within a day. */
async function expectCounts(
  owner: Owner,
  all: readonly Payout[],
  driverIds: readonly string[],
): Promise<void> {
  const windows = [
    [undefined, 30],
    [10, undefined],
    [0, 24],
    [24, 72],
    [5, 90],
    [20, 23],
    [14, 26],
  ] as const;
  for (const [after, before] of windows) {
    const from = after === undefined ? undefined : firstIdAfter("pay_", iso(after));
    const to = before === undefined ? undefined : lastIdBefore("pay_", iso(before));
    for (const driver_id of [undefined, ...driverIds]) {
      for (const status of [undefined, ...PayoutStatus.options]) {
        const expected = all.filter(
          (payout) =>
            (from === undefined || payout.id >= from) &&
            (to === undefined || payout.id <= to) &&
            (driver_id === undefined || payout.driver_id === driver_id) &&
            (status === undefined || payout.status === status),
        );
        const found = await payouts.countPayouts(owner, { driver_id, status, from, to });
        expect([after, before, driver_id, status, found]).toEqual([
          after,
          before,
          driver_id,
          status,
          expected.length,
        ]);
      }
    }
  }
}

describe("counts between two instants", () => {
  const anyStep = fc.record({
    driver: fc.nat(1),
    hours: fc.integer({ min: 0, max: 95 }),
    moves: fc.array(
      fc.constantFrom("complete" as const, "fail" as const, "cancel" as const, "refund" as const),
      { maxLength: 2 },
    ),
  });

  test("they agree with a plain list for payouts that move at the same time", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyStep, { minLength: 4, maxLength: 12 }), async (steps) => {
        const owner = newOwner();
        const driverIds = [await newDriver(owner), await newDriver(owner)];
        const all: Payout[] = [];
        for (const { driver, hours } of steps)
          all.push(await newPayoutAt(owner, driverIds[driver] ?? "", hours));
        await expectCounts(owner, all, driverIds);
        await Promise.all(
          steps.map(async ({ moves }, i) => {
            for (const move of moves) {
              const before = all[i] as Payout;
              const after = settlePayout(before, move, tick());
              const moved = await payouts.movePayout(owner, before, move, after, tick());
              expect(moved).toBe(mayBe(move, before));
              if (moved) all[i] = after;
            }
          }),
        );
        await expectCounts(owner, all, driverIds);
      }),
      { numRuns: 6 },
    );
  });
});
