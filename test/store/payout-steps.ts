import { createDriver } from "../../shared/domain/driver/driver.ts";
import type { Owner } from "../../shared/domain/owner.ts";
import type { Payout } from "../../shared/domain/payout/payout.ts";
import { createPayout } from "../../shared/domain/payout/payout-request.ts";
import { type Engine, startEngine } from "../support/cloud/engine.ts";

export let drivers: typeof import("../../shared/store/driver/drivers.ts");
export let payouts: typeof import("../../shared/store/payout/payouts.ts") &
  typeof import("../../shared/store/payout/payout-lists.ts");

/** Starts the engine, and then imports the store. */
export async function startStore(): Promise<Engine> {
  const engine = await startEngine();
  drivers = await import("../../shared/store/driver/drivers.ts");
  payouts = {
    ...(await import("../../shared/store/payout/payouts.ts")),
    ...(await import("../../shared/store/payout/payout-lists.ts")),
  };
  return engine;
}

let accounts = 0;
export const newOwner = (): Owner => ({ account_id: `acct_${++accounts}`, mode: "test" });
/** A century ahead: engines delete expired items by their own clock. */
let clock = Date.parse("2126-03-01T00:00:00Z");
export const tick = () => {
  clock += 1_000;
  return new Date(clock);
};

export async function newDriver(owner: Owner): Promise<string> {
  const driver = createDriver({ email: "a@example.com", first_name: "A", last_name: "B" }, tick());
  await drivers.putDriver(owner, driver, undefined);
  return driver.id;
}

export async function newPayout(owner: Owner, driver_id: string, amount: number): Promise<Payout> {
  const payout = createPayout({ driver_id, amount, currency: "usd", method: "standard" }, undefined, tick());
  await payouts.putPayout(owner, payout, undefined, undefined);
  return payout;
}
