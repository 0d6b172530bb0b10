import { expect, test } from "@jest/globals";
import { createDriver } from "../../shared/domain/driver/driver.ts";
import type { Owner } from "../../shared/domain/owner.ts";
import { settlePayout } from "../../shared/domain/payout/payout.ts";
import { createPayout } from "../../shared/domain/payout/payout-request.ts";
import { startEngine } from "../support/cloud/engine.ts";

await startEngine();
const drivers = await import("../../shared/store/driver/drivers.ts");
const payouts = await import("../../shared/store/payout/payouts.ts");
const years = await import("../../shared/store/driver/driver-years.ts");

const owner: Owner = { account_id: "acct_1", mode: "test" };

async function newDriver(): Promise<string> {
  const request = { email: "a@example.com", first_name: "A", last_name: "B" };
  const driver = createDriver(request, new Date("2025-01-01T00:00:00Z"));
  await drivers.putDriver(owner, driver, undefined);
  return driver.id;
}

const sumsOf = (driver: string, year: number) => years.findDriverYear(owner, driver, year);

test("a payout counts in the year in which it completed, and so does its refund", async () => {
  const driver_id = await newDriver();
  const asked = new Date("2025-12-31T23:59:00Z");
  const made = createPayout(
    { driver_id, amount: 70_000, currency: "usd", method: "standard" },
    undefined,
    asked,
  );
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
