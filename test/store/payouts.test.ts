import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { createPayoutOperation as contract } from "../../shared/contract/platform/payments/create-payout.ts";
import { createDriver } from "../../shared/domain/driver/driver.ts";
import type { Owner } from "../../shared/domain/owner.ts";
import {
  createPayout,
  mayBe,
  type Payout,
  PayoutStatus,
  type PayoutTransition,
  publicPayout,
  settlePayout,
} from "../../shared/domain/payout/payout.ts";
import { jsonResult } from "../../shared/http/serve/responses.ts";
import { startEngine } from "../support/cloud/engine.ts";
import { gatewayEvent } from "../support/cloud/gateway-event.ts";

let engine: Awaited<ReturnType<typeof startEngine>>;
let drivers: typeof import("../../shared/store/driver/drivers.ts");
let payouts: typeof import("../../shared/store/payout/payouts.ts");
let idempotency: typeof import("../../shared/http/guard/idempotency.ts") &
  typeof import("../../shared/store/table/idempotency.ts");
beforeAll(async () => {
  engine = await startEngine();
  drivers = await import("../../shared/store/driver/drivers.ts");
  payouts = await import("../../shared/store/payout/payouts.ts");
  idempotency = {
    ...(await import("../../shared/http/guard/idempotency.ts")),
    ...(await import("../../shared/store/table/idempotency.ts")),
  };
});
afterAll(() => engine.stop());

let accounts = 0;
const newOwner = (): Owner => ({ account_id: `acct_${++accounts}`, mode: "test" });
/** A century ahead: engines delete expired items by their own clock. */
let clock = Date.parse("2126-03-01T00:00:00Z");
const tick = () => {
  clock += 1_000;
  return new Date(clock);
};

async function newDriver(owner: Owner): Promise<string> {
  const driver = createDriver({ email: "a@example.com", first_name: "A", last_name: "B" }, tick());
  await drivers.putDriver(owner, driver, undefined);
  return driver.id;
}

async function newPayout(owner: Owner, driver_id: string, amount: number): Promise<Payout> {
  const payout = createPayout({ driver_id, amount, currency: "usd", method: "standard" }, [], tick());
  await payouts.putPayout(owner, payout, undefined, undefined);
  return payout;
}

type Step = { what: "create"; driver: number; amount: number } | { what: PayoutTransition; which: number };

const anyStep = fc.oneof(
  fc.record({
    what: fc.constant("create" as const),
    driver: fc.nat(1),
    amount: fc.integer({ min: 100, max: 1_000_000 }),
  }),
  fc.record({
    what: fc.constantFrom("complete" as const, "fail" as const, "refund" as const),
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
      if (moved) model.all[index] = after;
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
          expect(driver?.totals.lifetime_payouts).toBe(model.paidTo(id));
        }
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

describe("a payout", () => {
  test("simultaneous transitions move a payout once", async () => {
    const owner = newOwner();
    const payout = await newPayout(owner, await newDriver(owner), 5_000);
    const tries = await Promise.all(
      Array.from({ length: 20 }, (_, i) => {
        const transition = i % 2 ? "complete" : "fail";
        return payouts.movePayout(
          owner,
          payout,
          transition,
          settlePayout(payout, transition, tick()),
          tick(),
        );
      }),
    );
    expect(tries.filter(Boolean)).toHaveLength(1);
    expect(await payouts.countPayouts(owner, {})).toBe(1);
    expect(await payouts.countPayouts(owner, { status: "pending" })).toBe(0);
  });

  test("of 200 simultaneous requests with one idempotency key, one payout and one event are stored, and all get its answer", async () => {
    const owner = newOwner();
    const driver_id = await newDriver(owner);
    const body = { driver_id, amount: 10_000, currency: "usd", method: "standard" as const };
    const event = gatewayEvent("POST", { headers: { "idempotency-key": "once" } });
    const repeatable = await idempotency.readRepeatable(contract, owner, event, { params: undefined, body });
    const attempt = async () => {
      const now = tick();
      const payout = settlePayout(createPayout(body, [], now), "complete", now);
      const reply = jsonResult(201, publicPayout(payout));
      const memory = idempotency.memoryOf(contract, repeatable, reply, now);
      return payouts.putPayout(owner, payout, undefined, memory).then(
        () => ({ made: true, text: reply.body }),
        (error) => {
          if (!repeatable || !(error instanceof idempotency.AlreadyAnswered)) throw error;
          return { made: false, text: idempotency.replayAnswer(repeatable, error.answered).body };
        },
      );
    };
    const outcomes = await Promise.all(Array.from({ length: 200 }, attempt));
    const [made, ...more] = outcomes.filter(({ made }) => made);
    expect(more).toEqual([]);
    expect(new Set(outcomes.map(({ text }) => text))).toEqual(new Set([made?.text]));
    const { id } = JSON.parse(made?.text ?? "");
    expect(await payouts.countPayouts(owner, {})).toBe(1);
    expect((await payouts.listPayouts(owner, {}, { limit: 100 })).data.map(({ id }) => id)).toEqual([id]);
    expect((await drivers.findDriver(owner, driver_id))?.totals.lifetime_payouts).toBe(10_000);
    const told = (await engine.items("EVENT")).filter(({ body }) => String(body).includes(driver_id));
    const ofPayouts = told
      .map(({ body }) => JSON.parse(String(body)))
      .filter(({ data }) => data.object === "payout");
    expect(ofPayouts).toMatchObject([{ type: "payment.completed", data: { id } }]);
  });

  test("a payout for an unknown driver writes nothing", async () => {
    const owner = newOwner();
    const payout = createPayout(
      { driver_id: `drv_${"0".repeat(26)}`, amount: 100, currency: "usd", method: "standard" },
      [],
      tick(),
    );
    await expect(payouts.putPayout(owner, payout, undefined, undefined)).rejects.toThrow();
    expect(await payouts.findPayout(owner, payout.id)).toBeUndefined();
    expect(await payouts.countPayouts(owner, {})).toBe(0);
  });
});
