import { describe, expect, test } from "@jest/globals";
import type { Owner } from "../../shared/domain/owner.ts";
import { type Payout, settlePayout } from "../../shared/domain/payout/payout.ts";
import { createPayout } from "../../shared/domain/payout/payout-request.ts";
import { tick } from "./century-ahead.ts";
import { audited, correct, drivers, fund, newDriver, newOwner, payouts } from "./payout-steps.ts";

const { findBalance, gatherFunds, shardsOf } = await import("../../shared/store/ledger/funds.ts");
const { listLedgerEntries } = await import("../../shared/store/ledger/entry-lists.ts");
const { putEnforcement } = await import("../../shared/store/ledger/enforcement.ts");
const { profileWrite } = await import("../../shared/store/account/account-profiles.ts");

const START = 100_000_000;
const newLive = (): Owner => ({ ...newOwner(), mode: "live" });

const payoutOf = (driver_id: string, amount: number, method: "instant" | "standard" = "standard") =>
  createPayout({ driver_id, amount, currency: "usd", method }, undefined, tick());

/** As a caller does: what would be a 503 is tried again, with the same payout. */
async function pay(owner: Owner, payout: Payout): Promise<unknown> {
  for (;;)
    try {
      return await payouts.putPayout(owner, payout, undefined, undefined);
    } catch (error) {
      if (!["Contention", "Conflict", "TimeoutError"].includes((error as Error).name)) throw error;
    }
}

/** The engine takes one transaction after another: 200 of them last longer than an attempt may. */
const SIMULTANEOUS = 50;

/** How often each outcome came. */
async function payMany(owner: Owner, driver: string, count: number, amount: number) {
  const all: unknown[] = [];
  const caller = async (calls: number) => {
    for (let i = 0; i < calls; i++) all.push(await pay(owner, payoutOf(driver, amount)));
  };
  await Promise.all(Array.from({ length: SIMULTANEOUS }, () => caller(count / SIMULTANEOUS)));
  const times = (outcome: string) => all.filter((one) => one === outcome).length;
  return { stored: times("stored"), balance_insufficient: times("balance_insufficient") };
}

const available = async (owner: Owner) => (await findBalance(owner)).available;
const enforce = (owner: Owner, isOn: boolean) =>
  putEnforcement(owner, isOn, profileWrite(owner, { enforce_balance: isOn }), tick());

describe("a payout of an account that enforces its balance", () => {
  test("is accepted as long as money is left, with any number of them at once", async () => {
    const owner = newLive();
    const driver = await newDriver(owner);
    await fund(owner, 10_000);
    expect(await payMany(owner, driver, 200, 100)).toEqual({ stored: 100, balance_insufficient: 100 });
    expect(await findBalance(owner)).toEqual({ available: 0, pending: 10_000 });
    await fund(owner, 5_000);
    expect(await payMany(owner, driver, 50, 100)).toEqual({ stored: 50, balance_insufficient: 0 });
    expect(await audited(owner)).toEqual([]);
  });

  test("is accepted when no shard has enough alone, and refused when all together have not", async () => {
    const owner = newLive();
    const driver = await newDriver(owner);
    for (let i = 0; i < 40; i++) await fund(owner, 250);
    const shards = await shardsOf(owner);
    expect(Math.max(...shards.map(({ cents_funds }) => Number(cents_funds)))).toBeLessThan(5_000);
    expect(await pay(owner, payoutOf(driver, 10_001))).toBe("balance_insufficient");
    expect(await pay(owner, payoutOf(driver, 9_900))).toBe("stored");
    expect(await pay(owner, payoutOf(driver, 101))).toBe("balance_insufficient");
    expect(await pay(owner, payoutOf(driver, 100))).toBe("stored");
    expect([await available(owner), await audited(owner)]).toEqual([0, []]);
  });

  test("is accepted after an attempt that moved the money to its shard, and ended there", async () => {
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

  test("needs its amount although the bank refuses it at once", async () => {
    const owner = newLive();
    const made = payoutOf(await newDriver(owner), 100, "instant");
    const failed = settlePayout(made, "fail", new Date(made.created_at), "account_closed");
    expect(await pay(owner, failed)).toBe("balance_insufficient");
  });
});

describe("a sandbox", () => {
  test("that begins to enforce a balance below zero is lifted to zero with one entry", async () => {
    const owner = newOwner();
    const driver = await newDriver(owner);
    expect(await pay(owner, payoutOf(driver, START + 50_001))).toBe("stored");
    expect(await available(owner)).toBe(-50_001);
    await enforce(owner, true);
    const { data } = await listLedgerEntries(
      owner,
      { type: "overdraft_cleared", from: undefined, to: undefined },
      { limit: 10 },
    );
    expect(data).toMatchObject([{ postings: [{ from: "outside", to: "funds", amount: 50_001 }] }]);
    expect(await pay(owner, payoutOf(driver, 100))).toBe("balance_insufficient");
    await fund(owner, 100);
    expect(await pay(owner, payoutOf(driver, 100))).toBe("stored");
    expect([await available(owner), await audited(owner)]).toEqual([0, []]);
    await enforce(owner, false);
    expect(await pay(owner, payoutOf(driver, 100))).toBe("stored");
    expect([await available(owner), await audited(owner)]).toEqual([-100, []]);
  });

  test("that begins to enforce a balance above zero can pay all of it, though one shard was below zero", async () => {
    const owner = newOwner();
    const driver = await newDriver(owner);
    expect(await pay(owner, payoutOf(driver, START - 1_000))).toBe("stored");
    await enforce(owner, true);
    expect(await audited(owner)).toEqual([]);
    expect(await pay(owner, payoutOf(driver, 1_001))).toBe("balance_insufficient");
    expect(await pay(owner, payoutOf(driver, 1_000))).toBe("stored");
    expect([await available(owner), await audited(owner)]).toEqual([0, []]);
  });

  test("that enforces its balance before its first payout has the money that it starts with", async () => {
    const owner = newOwner();
    await enforce(owner, true);
    expect(await available(owner)).toBe(START);
    expect(await pay(owner, payoutOf(await newDriver(owner), START + 1))).toBe("balance_insufficient");
  });
});

describe("a reference", () => {
  test("counts once, and names its entry again", async () => {
    const owner = newLive();
    const [first, other] = [await fund(owner, 700, "wire"), await fund(owner, 700, "another wire")];
    expect((await fund(owner, 700, "wire")).id).toBe(first.id);
    // The caller sees that this is another amount.
    expect((await fund(owner, 800, "wire")).postings).toEqual(first.postings);
    const [once, again] = await Promise.all([fund(owner, 5, "race"), fund(owner, 5, "race")]);
    expect([once.id === again.id, other.id === first.id]).toEqual([true, false]);
    expect([await available(owner), await audited(owner)]).toEqual([1_405, []]);
  });

  test("is one of an owner, and not of a type", async () => {
    const [one, two] = [newLive(), newLive()];
    const { id } = await fund(one, 100, "wire");
    expect((await fund(two, 100, "wire")).id).not.toBe(id);
    await fund(one, 100, id);
    expect(await correct(one, id, ["funds", "outside", 1])).toMatchObject({ type: "correction", source: id });
    expect([await available(one), await audited(one)]).toEqual([199, []]);
  });
});

describe("a correction", () => {
  const paid = async (owner: Owner) => {
    const driver = await newDriver(owner);
    await fund(owner, 30_000);
    const payout = payoutOf(driver, 10_000, "instant");
    await pay(owner, settlePayout(payout, "complete", new Date(payout.created_at)));
    const { entries } = (await payouts.findPayout(owner, payout.id)) as Payout;
    const sums = async () => {
      const totals = (await drivers.findDriver(owner, driver))?.totals as Record<string, unknown>;
      return [totals.cents, totals.lifetime_payouts, totals[`paid_${payout.created_at.slice(0, 4)}`]];
    };
    return { driver, entry: entries[0] ?? "", sums };
  };
  const account = (driver: string) => `driver:${driver}` as const;

  test("changes the driver of its payout in the payout's year, and can be corrected once itself", async () => {
    const owner = newLive();
    const { driver, entry, sums } = await paid(owner);
    expect(await sums()).toEqual([9_850, 10_000, 10_000]);
    const fee = await correct(owner, entry, ["fees", "funds", 50]);
    expect(await sums()).toEqual([9_850, 9_950, 9_950]);
    expect(await correct(owner, entry, ["funds", "fees", 50])).toEqual(fee);
    if (typeof fee === "string") throw new Error(fee);
    const back = await correct(owner, fee.id, ["funds", account(driver), 50]);
    expect(back).toMatchObject({ source: fee.id, sequence: 1, reason: "Ticket 17: wrong fee" });
    expect(await sums()).toEqual([9_900, 10_000, 10_000]);
    expect([await available(owner), await audited(owner)]).toEqual([20_000, []]);
  });

  test("of a payout that is paid in a later year stays in the year of its creation", async () => {
    const owner = newLive();
    const driver = await newDriver(owner);
    await fund(owner, 30_000);
    const made = payoutOf(driver, 10_000);
    await pay(owner, made);
    const before = (await payouts.findPayout(owner, made.id)) as Payout;
    await correct(owner, before.entries[0] ?? "", ["funds", account(driver), 50]);
    const later = new Date(Date.parse(made.created_at) + 366 * 86_400_000);
    await payouts.movePayout(owner, before, "complete", settlePayout(before, "complete", later), later);
    const year = later.getUTCFullYear();
    const totals = (await drivers.findDriver(owner, driver))?.totals as Record<string, unknown>;
    expect([totals[`paid_${year - 1}`], totals[`paid_${year}`]]).toEqual([50, 10_000]);
    expect(await audited(owner)).toEqual([]);
  });

  test("takes an account's money from several shards, and never more than it has", async () => {
    const owner = newLive();
    const { driver, entry } = await paid(owner);
    for (let i = 0; i < 10; i++) await fund(owner, 100);
    expect(await correct(owner, entry, ["funds", "held", 21_001])).toBe("balance_insufficient");
    expect(await correct(owner, entry, [account(driver), "funds", 9_851])).toBe("balance_insufficient");
    expect(await correct(owner, entry, ["funds", "held", 21_000])).toMatchObject({ type: "correction" });
    expect([await available(owner), await audited(owner)]).toEqual([0, []]);
  });

  test("knows the drivers of its own owner and mode only", async () => {
    const owner = newLive();
    const { entry } = await paid(owner);
    const test: Owner = { ...owner, mode: "test" };
    for (const other of [test, newLive()]) {
      const driver = await newDriver(other);
      expect(await correct(owner, entry, ["funds", account(driver), 10])).toBe("driver_missing");
    }
    expect([await available(owner), await audited(owner)]).toEqual([20_000, []]);
  });

  test("takes a sandbox below zero that does not enforce its balance", async () => {
    const owner = newOwner();
    const { entry } = await paid(owner);
    expect(await correct(owner, entry, ["funds", "outside", START + 20_001])).toMatchObject({
      type: "correction",
    });
    expect([await available(owner), await audited(owner)]).toEqual([-1, []]);
    await enforce(owner, true);
    expect(await correct(owner, entry, ["funds", "held", 1])).toMatchObject({
      postings: [{ to: "outside" }],
    });
    expect([await available(owner), await audited(owner)]).toEqual([0, []]);
  });
});
