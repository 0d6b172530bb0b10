import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import {
  bought,
  correctExpense,
  correctTrip,
  expectedYear,
  expensesOf,
  newDriver,
  owner,
  putExpense,
  putTrip,
  trip,
  tripsOf,
  YEARS,
} from "./tax-log-steps.ts";
import { store } from "./store.ts";

const loggedIn = async (driver: string, year: number) =>
  (await store.findDriverYear(owner, driver, year))?.logged;

/** Fails when a sum differs from the stored entries. */
async function expectExactSums(driver: string): Promise<void> {
  for (const year of YEARS) expect(await loggedIn(driver, year)).toEqual(await expectedYear(driver, year));
}

const anyDate = fc
  .tuple(fc.constantFrom(...YEARS), fc.integer({ min: 1, max: 10 }))
  .map(([year, month]) => `${year}-${String(month).padStart(2, "0")}-15`);
const anyMiles = fc.integer({ min: 1, max: 100_000 }).map((hundredths) => hundredths / 100);
const anyCents = fc.integer({ min: 1, max: 1_000_000 });
const which = fc.nat(20);

const anyStep = fc.oneof(
  fc.record({
    what: fc.constant("drive" as const),
    miles: anyMiles,
    date: anyDate,
    deductible: fc.boolean(),
  }),
  fc.record({ what: fc.constant("buy" as const), cents: anyCents, date: anyDate }),
  fc.record({ what: fc.constant("move trip" as const), which, date: anyDate }),
  fc.record({ what: fc.constant("correct trip" as const), which, miles: anyMiles, deductible: fc.boolean() }),
  fc.record({ what: fc.constant("delete trip" as const), which }),
  fc.record({
    what: fc.constant("correct expense" as const),
    which,
    amount: anyCents,
    category: fc.constantFrom("phone_data" as const, "supplies" as const),
    date: anyDate,
  }),
  fc.record({ what: fc.constant("delete expense" as const), which }),
  fc.record({ what: fc.constant("read" as const), year: fc.constantFrom(...YEARS) }),
);
type Step = typeof anyStep extends fc.Arbitrary<infer S> ? S : never;

/** Does a step on the entries that were stored before its batch. Another step may have changed them since. */
async function run(driver: string, step: Step, before: Awaited<ReturnType<typeof entriesOf>>): Promise<void> {
  const { trips, expenses } = before;
  const entry = "which" in step ? trips[step.which % Math.max(1, trips.length)] : undefined;
  const expense = "which" in step ? expenses[step.which % Math.max(1, expenses.length)] : undefined;
  if (step.what === "drive") await putTrip(driver, trip(step.miles, step.date, step.deductible));
  if (step.what === "buy") await putExpense(driver, bought(step.cents, step.date));
  if (step.what === "move trip" && entry) await correctTrip(driver, entry, { date: step.date });
  if (step.what === "correct trip" && entry)
    await correctTrip(driver, entry, { miles: step.miles, deductible: step.deductible });
  if (step.what === "delete trip" && entry) await store.deleteEntry(store.mileageLog, owner, driver, entry);
  if (step.what === "correct expense" && expense) {
    const { amount, category, date } = step;
    await correctExpense(driver, expense, { amount, category, date });
  }
  if (step.what === "delete expense" && expense)
    await store.deleteEntry(store.expenseLog, owner, driver, expense);
  if (step.what === "read") await loggedIn(driver, step.year);
}

const entriesOf = async (driver: string) => ({
  trips: await tripsOf(driver),
  expenses: await expensesOf(driver),
});

describe("after any changes of a driver's log", () => {
  test("sums agree with the stored entries, though changes are simultaneous", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(anyStep, { minLength: 1, maxLength: 4 }), { minLength: 3, maxLength: 8 }),
        async (batches) => {
          const driver = await newDriver();
          for (const steps of batches) {
            const before = await entriesOf(driver);
            await Promise.all(steps.map((step) => run(driver, step, before)));
          }
          await expectExactSums(driver);
        },
      ),
      { numRuns: 25 },
    );
  }, 120_000);
});

describe("a driver's log", () => {
  test("an entry is logged once, though its first reply was lost", async () => {
    const driver = await newDriver();
    const entry = trip(10, "2026-07-01");
    expect([await putTrip(driver, entry), await putTrip(driver, entry)]).toEqual([true, true]);
    expect((await loggedIn(driver, 2026))?.Q3).toMatchObject({ miles: 1_000, mileage: 760 });
  });

  test("simultaneous corrections of different fields are all kept", async () => {
    const driver = await newDriver();
    const entry = trip(10, "2026-07-01");
    await putTrip(driver, entry);
    await Promise.all([
      correctTrip(driver, entry, { miles: 20 }),
      correctTrip(driver, entry, { date: "2026-01-15" }),
      correctTrip(driver, entry, { purpose: "pickup" }),
    ]);
    expect(await tripsOf(driver)).toMatchObject([
      { id: entry.id, miles: 20, date: "2026-01-15", purpose: "pickup", revision: 3 },
    ]);
    await expectExactSums(driver);
  });

  test("nothing is logged for an unknown driver", async () => {
    const unknown = `drv_${"0".repeat(26)}`;
    expect(await putTrip(unknown, trip(1, "2026-01-01"))).toBe(false);
    expect(await putExpense(unknown, bought(100, "2026-01-01"))).toBe(false);
    expect(await store.findDriverYear(owner, unknown, 2026)).toBeUndefined();
    expect(await tripsOf(unknown)).toEqual([]);
  });
});
