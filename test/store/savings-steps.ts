import { createDriver } from "../../shared/domain/driver/driver.ts";
import type { Owner } from "../../shared/domain/item/owner.ts";
import { type Payout, type PayoutTransition, settlePayout } from "../../shared/domain/payout/payout.ts";
import { createPayout } from "../../shared/domain/payout/payout-request.ts";
import type { SavingsRule } from "../../shared/domain/savings/split.ts";
import { tick } from "./century-ahead.ts";
import { store } from "./store.ts";

const { transact } = store;

const { withSavings } = await import("../../shared/http/savings/with-savings.ts");

let people = 0;
export const newPerson = () => `01234567.${String(++people).padStart(64, "0")}`;

export const SAVER_EMAIL = "a@example.com";

export const agreementIdOf = (driverId: string): string => driverId.replace("drv_", "sav_");

/** A driver whose person agreed to save, as the agreement's transaction leaves it. */
export async function newSaver(owner: Owner, person: string, rule: SavingsRule, cap = 750_000) {
  const driver = createDriver({ email: SAVER_EMAIL, first_name: "A", last_name: "B" }, tick());
  await store.putDriver(owner, driver, undefined);
  const agreement_id = agreementIdOf(driver.id);
  await transact([
    store.saverWrite(owner, person, { cap }, store.memberOf(owner, driver.id, agreement_id)),
    store.planWrite(owner, driver.id, { agreement_id, person, rule }),
  ]);
  return driver.id;
}

/** As a request does: the driver's plan is copied, and an instant payout completes at once. */
export async function payAt(
  owner: Owner,
  driver_id: string,
  amount: number,
  now: Date,
  method: Payout["method"] = "instant",
) {
  const driver = await store.findDriver(owner, driver_id);
  const created = createPayout(
    { driver_id, amount, currency: "usd", method },
    undefined,
    now,
    driver?.savings,
  );
  const payout = method === "instant" ? settlePayout(created, "complete", now) : created;
  await withSavings(owner, payout, now, (saved) =>
    store.putPayout(owner, saved.payout, undefined, saved.writes),
  );
  const stored = await store.findPayout(owner, created.id);
  if (!stored) throw new Error("The payout was refused");
  return stored;
}

export async function moveAt(
  owner: Owner,
  before: Payout,
  transition: PayoutTransition,
  now: Date,
): Promise<Payout> {
  await withSavings(owner, settlePayout(before, transition, now), now, (saved) =>
    store.movePayout(owner, before, transition, saved.payout, undefined, saved.writes),
  );
  return (await store.findPayout(owner, before.id)) ?? before;
}

export const savedOf = async (owner: Owner, person: string, year: number): Promise<number> =>
  Number((await store.findSaver(owner, person))?.[`saved_${year}`] ?? 0);

export const contributionOf = async (owner: Owner, { contribution_id = "" }: Payout) => {
  const contribution = await store.findContribution(owner, contribution_id);
  if (!contribution) throw new Error("The payout has no contribution");
  return contribution;
};
