import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { logExpense, patchExpense } from "../../shared/domain/tax/expense-request.ts";
import { logMileage, type MileageEntry, patchMileage } from "../../shared/domain/tax/mileage.ts";
import type { MileagePatch } from "../../shared/domain/tax/mileage-request.ts";
import { quarterOf, quarters } from "../../shared/domain/tax/tax-periods.ts";
import { type LoggedSums, months } from "../../shared/domain/tax/tax-sums.ts";
import type { TaxLog } from "../../shared/store/tax/tax-log.ts";
import { newDriver, newOwner } from "./payout-steps.ts";
import { store } from "./store.ts";

const { expenseLog, mileageLog } = store;
const owner = newOwner();
const NOW = new Date("2026-11-21T00:00:00Z");
const YEARS = [2025, 2026];

const entriesOf = async <E extends { id: string }>(log: TaxLog<E>, driver: string): Promise<E[]> =>
  (await store.listEntries(log, owner, driver, { limit: 1_000 })).data;

/** What can be done with a log. `which`: of the entries that were stored before the batch of steps. */
const stepsOf =
  <E extends { id: string }>(
    log: TaxLog<E>,
    make: (date: string, n: number) => E,
    corrected: (entry: E, date: string, n: number) => E,
  ) =>
  async (driver: string) => {
    const before = await entriesOf(log, driver);
    const picked = (which: number) => before[which % Math.max(1, before.length)];
    const add = async (_: number, date: string, n: number) =>
      store.putEntry(log, owner, driver, make(date, n), undefined);
    return {
      add,
      addAnother: add,
      correct: async (which: number, date: string, n: number) => {
        const entry = picked(which);
        const decide = (current: E) => ({ after: corrected(current, date, n), answer: true });
        return entry && store.moveEntry(log, owner, driver, entry, decide);
      },
      remove: async (which: number) => {
        const entry = picked(which);
        return entry && store.deleteEntry(log, owner, driver, entry);
      },
    };
  };

const category = (n: number) => (n % 2 === 0 ? "phone_data" : "supplies");
const logs = {
  trips: stepsOf(
    mileageLog,
    (date, n) => logMileage({ miles: n / 100, date, purpose: "delivery", deductible: n % 3 > 0 }, NOW),
    (entry, date, n) => patchMileage(entry, { date, miles: n / 100, deductible: n % 3 > 0 }),
  ),
  expenses: stepsOf(
    expenseLog,
    (date, n) => logExpense({ category: category(n), amount: n, business_share: 50, date }, NOW),
    (expense, date, n) => patchExpense(expense, { category: category(n), amount: n, date }),
  ),
};

const loggedIn = async (driver: string, year: number) =>
  (await store.findDriverYear(owner, driver, year))?.logged;

/** Fails when a sum differs from the stored entries. */
async function expectExactSums(driver: string): Promise<void> {
  const additions = [
    ...(await entriesOf(mileageLog, driver)).map(mileageLog.addition),
    ...(await entriesOf(expenseLog, driver)).map(expenseLog.addition),
  ];
  for (const year of YEARS) {
    const sum = (name: keyof LoggedSums, isIn: (date: string) => boolean) =>
      additions
        .filter(({ date }) => date.startsWith(`${year}`) && isIn(date))
        .reduce((total, { amounts }) => total + (amounts[name] ?? 0), 0);
    const miles = months.map((month) => [month, sum("miles", (date) => date.slice(5, 7) === month)]);
    const expenses = quarters.map((q) => {
      const isIn = (date: string) => quarterOf(date) === q;
      return [q, { phone_data: sum("phone_data", isIn), supplies: sum("supplies", isIn) }];
    });
    expect(await loggedIn(driver, year)).toEqual({
      miles: Object.fromEntries(miles),
      expenses: Object.fromEntries(expenses),
    });
  }
}

const anyStep = fc.record({
  of: fc.constantFrom("trips" as const, "expenses" as const),
  does: fc.constantFrom("add" as const, "addAnother" as const, "correct" as const, "remove" as const),
  which: fc.nat(20),
  date: fc
    .tuple(fc.constantFrom(...YEARS), fc.integer({ min: 1, max: 10 }))
    .map(([year, month]) => `${year}-${String(month).padStart(2, "0")}-15`),
  n: fc.integer({ min: 1, max: 1_000_000 }),
});

test("the sums of a driver's log agree with its entries, though changes are simultaneous", async () => {
  const batches = fc.array(fc.array(anyStep, { minLength: 1, maxLength: 4 }), { minLength: 3, maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(batches, async (logged) => {
      const driver = await newDriver(owner);
      for (const steps of logged) {
        const now = { trips: await logs.trips(driver), expenses: await logs.expenses(driver) };
        await Promise.all(steps.map(({ of, does, which, date, n }) => now[of][does](which, date, n)));
      }
      await expectExactSums(driver);
    }),
    { numRuns: 25 },
  );
}, 120_000);

const trip = (miles: number, date: string): MileageEntry =>
  logMileage({ miles, date, purpose: "delivery", deductible: true }, NOW);
const putTrip = (driver: string, entry: MileageEntry) =>
  store.putEntry(mileageLog, owner, driver, entry, undefined);

test("an entry is logged once, though its first reply was lost", async () => {
  const driver = await newDriver(owner);
  const entry = trip(10, "2026-07-01");
  expect([await putTrip(driver, entry), await putTrip(driver, entry)]).toEqual([true, true]);
  expect((await loggedIn(driver, 2026))?.miles["07"]).toBe(1_000);
});

test("simultaneous corrections of different fields are all kept", async () => {
  const driver = await newDriver(owner);
  const entry = trip(10, "2026-07-01");
  await putTrip(driver, entry);
  const patches: MileagePatch[] = [{ miles: 20 }, { date: "2026-01-15" }, { purpose: "pickup" }];
  const moves = patches.map((patch) =>
    store.moveEntry(mileageLog, owner, driver, entry, (current) => ({
      after: patchMileage(current, patch),
      answer: true,
    })),
  );
  await Promise.all(moves);
  expect(await entriesOf(mileageLog, driver)).toMatchObject([
    { id: entry.id, miles: 20, date: "2026-01-15", purpose: "pickup", revision: 3 },
  ]);
  await expectExactSums(driver);
});

test("nothing is logged for an unknown driver", async () => {
  const unknown = `drv_${"0".repeat(26)}`;
  for (const log of Object.values(logs))
    expect(await (await log(unknown)).add(0, "2026-01-01", 1)).toBe(false);
  expect(await store.findDriverYear(owner, unknown, 2026)).toBeUndefined();
  expect(await entriesOf(mileageLog, unknown)).toEqual([]);
});
