import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { LedgerEntry, ownerSumNames } from "../../shared/domain/ledger/entry.ts";
import { SANDBOX_FUNDS } from "../../shared/domain/ledger/funding.ts";
import type { Owner } from "../../shared/domain/owner.ts";
import {
  mayBe,
  type Payout,
  PayoutStatus,
  type PayoutTransition,
  settlePayout,
} from "../../shared/domain/payout/payout.ts";
import { countsOf, partitionOf } from "../../shared/store/keys/keys.ts";
import { tick } from "./century-ahead.ts";
import { drivers, engine, newDriver, newOwner, newPayout, payouts } from "./payout-steps.ts";

type Step = { what: "create"; driver: number; amount: number } | { what: PayoutTransition; which: number };

const anyStep = fc.oneof(
  fc.record({
    what: fc.constant("create" as const),
    driver: fc.nat(1),
    amount: fc.integer({ min: 100, max: 1_000_000 }),
  }),
  fc.record({
    what: fc.constantFrom("complete" as const, "fail" as const, "cancel" as const, "refund" as const),
    which: fc.nat(20),
  }),
);

/** The model: a list of payouts, and everything else computed from it. */
class Model {
  readonly all: Payout[] = [];

  matching = (driver_id?: string, status?: PayoutStatus) =>
    this.all.filter(
      (payout) => (!driver_id || payout.driver_id === driver_id) && (!status || payout.status === status),
    );

  paidTo = (driver_id: string) =>
    this.matching(driver_id, "completed").reduce((sum, { amount }) => sum + amount, 0);

  receivedBy = (driver_id?: string) =>
    this.matching(driver_id, "completed").reduce((sum, { net_amount }) => sum + net_amount, 0);

  /** What left the funds, and is pending or completed. */
  out = (status: "pending" | "completed") =>
    this.matching(undefined, status).reduce((sum, { amount }) => sum + amount, 0);
}

/** The sums of the shards follow from the payouts, and each payout names its entries in order. */
async function expectLedger(owner: Owner, { all, out, receivedBy }: Model): Promise<void> {
  const at = (pk: string) => (item: Record<string, unknown>) => item.pk === pk;
  const shards = (await engine.items("COUNT")).filter(at(countsOf(owner, "payments")));
  const sum = (name: string) => shards.reduce((total, item) => total + Number(item[name] ?? 0), 0);
  const paid =
    all.length === 0
      ? {}
      : { outside: -SANDBOX_FUNDS, funds: SANDBOX_FUNDS - out("pending") - out("completed") };
  expect(Object.fromEntries(Object.keys(paid).map((name) => [name, sum(`cents_${name}`)]))).toEqual(paid);
  expect([sum("cents_pending"), sum("cents_drivers"), sum("cents_fees")]).toEqual([
    out("pending"),
    receivedBy(),
    out("completed") - receivedBy(),
  ]);
  for (const shard of shards)
    expect(ownerSumNames.reduce((total, name) => total + Number(shard[name] ?? 0), 0)).toBe(0);

  const entries = (await engine.items("ENTRY"))
    .filter(at(partitionOf("entry", owner)))
    .map((item) => LedgerEntry.parse(item));
  const types = Map.groupBy(entries, ({ type }) => type);
  for (const [type, found] of types) expect([type, sum(`entries_${type}`)]).toEqual([type, found.length]);
  for (const { id } of all) {
    const own = entries.filter(({ source }) => source === id).sort((a, b) => a.sequence - b.sequence);
    expect((await payouts.findPayout(owner, id))?.entries).toEqual(own.map((entry) => entry.id));
  }
}

async function run(owner: Owner, driverIds: string[], steps: readonly Step[]): Promise<Model> {
  const model = new Model();
  for (const step of steps) {
    if (step.what === "create") {
      model.all.push(await newPayout(owner, driverIds[step.driver] ?? "", step.amount));
    } else if (model.all.length > 0) {
      const index = step.which % model.all.length;
      const before = model.all[index] as Payout;
      const after = settlePayout(before, step.what, tick());
      const moved = await payouts.movePayout(owner, before, step.what, after, tick());
      expect(moved).toBe(mayBe(step.what, before));
      if (moved) model.all[index] = (await payouts.findPayout(owner, before.id)) as Payout;
    }
  }
  return model;
}

describe("after any sequence of payouts and transitions", () => {
  test("sums, counts and filtered lists agree with a plain list", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyStep, { minLength: 5, maxLength: 25 }), async (steps) => {
        const owner = newOwner();
        const driverIds = [await newDriver(owner), await newDriver(owner)];
        const model = await run(owner, driverIds, steps);
        for (const driver_id of [undefined, ...driverIds]) {
          for (const status of [undefined, ...PayoutStatus.options]) {
            const filter = { driver_id, status };
            const expected = model.matching(driver_id, status).map(({ id }) => id);
            const { data } = await payouts.listPayouts(owner, filter, { limit: 100 });
            expect(data.map(({ id }) => id)).toEqual(expected.reverse());
            expect(await payouts.countPayouts(owner, filter)).toBe(expected.length);
          }
        }
        for (const id of driverIds) {
          const driver = await drivers.findDriver(owner, id);
          expect(driver?.totals).toMatchObject({
            lifetime_payouts: model.paidTo(id),
            cents: model.receivedBy(id),
          });
        }
        await expectLedger(owner, model);
      }),
      { numRuns: 15 },
    );
  });

  test("a driver's year is its completed payouts less their refunds", async () => {
    const owner = newOwner();
    const id = await newDriver(owner);
    const [kept, returned] = [await newPayout(owner, id, 50_000), await newPayout(owner, id, 70_000)];
    const lastYear = new Date("2125-12-31T23:59:59Z");
    const completed = [
      settlePayout(kept, "complete", tick()),
      settlePayout(returned, "complete", lastYear),
    ] as const;
    await payouts.movePayout(owner, kept, "complete", completed[0], tick());
    await payouts.movePayout(owner, returned, "complete", completed[1], tick());
    expect((await drivers.findDriver(owner, id))?.totals).toMatchObject({
      paid_2126: 50_000,
      paid_2125: 70_000,
    });
    const refunded = settlePayout(completed[1], "refund", tick());
    await payouts.movePayout(owner, completed[1], "refund", refunded, tick());
    expect((await drivers.findDriver(owner, id))?.totals).toMatchObject({ paid_2126: 50_000, paid_2125: 0 });
  });
});
