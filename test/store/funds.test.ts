import { expect, test } from "@jest/globals";
import type { Owner } from "../../shared/domain/item/owner.ts";
import { type Payout, settlePayout } from "../../shared/domain/payout/payout.ts";
import { createPayout } from "../../shared/domain/payout/payout-request.ts";
import { tick } from "./century-ahead.ts";
import { audited, correct, fund, newDriver, newOwner } from "./payout-steps.ts";
import { store } from "./store.ts";

const { findAccountProfile, findBalance, gatherFunds, enforcementWrites, moveProfile } = store;

const START = 100_000_000;
const newLive = (): Owner => ({ ...newOwner(), mode: "live" });

const payoutOf = (driver_id: string, amount: number, method: "instant" | "standard" = "standard") =>
  createPayout({ driver_id, amount, currency: "usd", method }, undefined, tick());

/** As a caller does: what would be a 503 is tried again, with the same payout. */
async function pay(owner: Owner, payout: Payout): Promise<unknown> {
  for (;;)
    try {
      return await store.putPayout(owner, payout, undefined);
    } catch (error) {
      if (!["Contention", "Conflict", "TimeoutError"].includes((error as Error).name)) throw error;
    }
}

/** How often each outcome came, of payouts at the same time. */
async function payMany(owner: Owner, driver: string, count: number, amount: number) {
  const outcomes = await Promise.all(
    Array.from({ length: count }, () => pay(owner, payoutOf(driver, amount))),
  );
  const times = (outcome: string) => outcomes.filter((result) => result === outcome).length;
  return { stored: times("stored"), balance_insufficient: times("balance_insufficient") };
}

const available = async (owner: Owner) => (await findBalance(owner)).available;
const enforce = (owner: Owner, isOn: boolean) =>
  moveProfile(owner, {}, async () => ({
    changes: { enforce_balance: isOn },
    answer: undefined,
    beside: await enforcementWrites(owner, isOn, tick()),
  }));

test("a payout is accepted after an attempt that moved the money to its shard, in an account that enforces its balance", async () => {
  const owner = newLive();
  const driver = await newDriver(owner);
  for (let i = 0; i < 20; i++) await fund(owner, 500);
  const payout = payoutOf(driver, 9_000);
  expect(await gatherFunds(owner, payout.id, 9_000)).toBe(true);
  expect([await available(owner), await audited(owner)]).toEqual([10_000, []]);
  expect(await pay(owner, payout)).toBe("stored");
  expect(await gatherFunds(owner, payout.id, 1_001)).toBe(false);
  expect([await available(owner), await audited(owner)]).toEqual([1_000, []]);
});

test("a reference counts once, and names its entry again", async () => {
  const owner = newLive();
  const first = await fund(owner, 700, "wire");
  const other = await fund(owner, 700, "another wire");
  expect((await fund(owner, 700, "wire")).id).toBe(first.id);
  // The caller sees that this is another amount.
  expect((await fund(owner, 800, "wire")).postings).toEqual(first.postings);
  const [once, again] = await Promise.all([fund(owner, 5, "race"), fund(owner, 5, "race")]);
  expect([once.id === again.id, other.id === first.id]).toEqual([true, false]);
  expect([await available(owner), await audited(owner)]).toEqual([1_405, []]);
});

test("a reference is one of an owner, and not of a type", async () => {
  const debtor = newLive();
  const two = newLive();
  const { id } = await fund(debtor, 100, "wire");
  expect((await fund(two, 100, "wire")).id).not.toBe(id);
  await fund(debtor, 100, id);
  expect(await correct(debtor, id, ["funds", "outside", 1])).toMatchObject({
    type: "correction",
    source: id,
  });
  expect([await available(debtor), await audited(debtor)]).toEqual([199, []]);
});

test("a correction that is faster than a refund stops it, and the next attempt gives back what is left", async () => {
  const owner = newLive();
  await fund(owner, 30_000);
  const payout = payoutOf(await newDriver(owner), 10_000, "instant");
  await pay(owner, settlePayout(payout, "complete", new Date(payout.created_at)));
  const find = async () => (await store.findPayout(owner, payout.id)) as Payout;
  const refund = async (before: Payout) =>
    store.movePayout(owner, before, "refund", settlePayout(before, "refund", tick()));
  const before = await find();
  expect(await correct(owner, before.entries[0] ?? "", ["fees", "outside", 150])).toHaveProperty("id");
  await expect(refund(before)).rejects.toMatchObject({ name: "Contention" });
  expect([await refund(await find()), await available(owner), await audited(owner)]).toEqual([
    true,
    29_850,
    [],
  ]);
});

test.each(["live", "test"] as const)("24 payouts at once share the money of 12: %s", async (mode) => {
  const owner: Owner = { ...newOwner(), mode };
  const driver = await newDriver(owner);
  if (mode === "test") {
    await pay(owner, payoutOf(driver, START));
    await enforce(owner, true);
  }
  await fund(owner, 1_200);
  expect(await payMany(owner, driver, 24, 100)).toEqual({ stored: 12, balance_insufficient: 12 });
  expect([await audited(owner), await available(owner)]).toEqual([[], 0]);
});

test("an equal change of a profile, by a caller who read it before the first one, writes nothing", async () => {
  const owner = newOwner();
  const rename = (display_name: string, updated_at: string) =>
    moveProfile(owner, {}, async (profile) => ({
      changes: profile.display_name === display_name ? {} : { display_name, updated_at },
      answer: undefined,
    }));
  const [first, second] = [tick(), tick()].map((instant) => instant.toISOString()) as [string, string];
  await rename("Acme", first);
  await rename("Acme", second);
  expect(await findAccountProfile(owner)).toEqual({ display_name: "Acme", updated_at: first });
});
