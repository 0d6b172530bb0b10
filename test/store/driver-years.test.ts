import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { createDriver } from "../../shared/domain/driver/driver.ts";
import type { Owner } from "../../shared/domain/owner.ts";
import { createPayout, settlePayout } from "../../shared/domain/payout/payout.ts";
import { logMileage } from "../../shared/domain/tax/mileage.ts";
import { startEngine } from "../support/cloud/engine.ts";

let engine: Awaited<ReturnType<typeof startEngine>>;
let drivers: typeof import("../../shared/store/driver/drivers.ts");
let payouts: typeof import("../../shared/store/payout/payouts.ts");
let mileage: typeof import("../../shared/store/tax/mileage.ts");
let years: typeof import("../../shared/store/driver/driver-years.ts");
beforeAll(async () => {
  engine = await startEngine();
  drivers = await import("../../shared/store/driver/drivers.ts");
  payouts = await import("../../shared/store/payout/payouts.ts");
  mileage = await import("../../shared/store/tax/mileage.ts");
  years = await import("../../shared/store/driver/driver-years.ts");
});
afterAll(() => engine.stop());

const owner: Owner = { account_id: "acct_1", mode: "test" };

async function newDriver(): Promise<string> {
  const request = { email: "a@example.com", first_name: "A", last_name: "B" };
  const driver = createDriver(request, new Date("2025-01-01T00:00:00Z"));
  await drivers.putDriver(owner, driver, undefined);
  return driver.id;
}

const sumsOf = async (driver: string, year: number) => {
  const found = await years.findDriverYear(owner, driver, year);
  return found && { paid: found.paid, mileage: found.mileage };
};

test("a payout counts in the year in which it completed, and so does its refund", async () => {
  const driver_id = await newDriver();
  const asked = new Date("2025-12-31T23:59:00Z");
  const made = createPayout({ driver_id, amount: 70_000, currency: "usd", method: "standard" }, [], asked);
  await payouts.putPayout(owner, made, undefined, undefined);
  const move = async (before: typeof made, transition: "complete" | "refund", at: string) => {
    const after = settlePayout(before, transition, new Date(at));
    expect(await payouts.movePayout(owner, before, transition, after, new Date(at))).toBe(true);
    return after;
  };
  expect((await sumsOf(driver_id, 2025))?.paid).toBe(0);
  const completed = await move(made, "complete", "2026-01-01T00:00:30Z");
  expect([(await sumsOf(driver_id, 2025))?.paid, (await sumsOf(driver_id, 2026))?.paid]).toEqual([0, 70_000]);
  await move(completed, "refund", "2027-02-01T00:00:00Z");
  expect([(await sumsOf(driver_id, 2026))?.paid, (await sumsOf(driver_id, 2027))?.paid]).toEqual([0, 0]);
});

test("miles count in the year in which they were driven", async () => {
  const driver = await newDriver();
  const now = new Date("2026-11-21T00:00:00Z");
  for (const date of ["2025-12-31", "2026-01-01", "2026-07-01"]) {
    const logged = logMileage({ miles: 0.5, date, purpose: "delivery" }, now);
    expect(await mileage.putMileage(owner, driver, logged, undefined)).toBe(true);
  }
  expect((await sumsOf(driver, 2025))?.mileage).toEqual({ hundredths: 50, deduction: 35 });
  expect((await sumsOf(driver, 2026))?.mileage).toEqual({ hundredths: 100, deduction: 36 + 38 });
});

test("no miles are stored for an unknown driver", async () => {
  const logged = logMileage({ miles: 1, date: "2026-01-01", purpose: "delivery" }, new Date("2026-11-21"));
  expect(await mileage.putMileage(owner, "drv_none", logged, undefined)).toBe(false);
  expect(await sumsOf("drv_none", 2026)).toBeUndefined();
});
