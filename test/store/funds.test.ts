import { TransactWriteCommand } from "@aws-sdk/lib-dynamodb";
import { describe, expect, jest, test } from "@jest/globals";
import type { Owner } from "../../shared/domain/owner.ts";
import { type Payout, settlePayout } from "../../shared/domain/payout/payout.ts";
import { createPayout } from "../../shared/domain/payout/payout-request.ts";
import { tick } from "./century-ahead.ts";
import { audited, correct, fund, newDriver, newOwner } from "./payout-steps.ts";
import { store } from "./store.ts";

const { findBalance, gatherFunds, shardsOf, listLedgerEntries, putEnforcement, table, profileWrite } = store;

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
  const all = await Promise.all(Array.from({ length: count }, () => pay(owner, payoutOf(driver, amount))));
  const times = (outcome: string) => all.filter((one) => one === outcome).length;
  return { stored: times("stored"), balance_insufficient: times("balance_insufficient") };
}

const available = async (owner: Owner) => (await findBalance(owner)).available;
const enforce = (owner: Owner, isOn: boolean) =>
  putEnforcement(owner, isOn, profileWrite(owner, { enforce_balance: isOn }), tick());

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

test("a correction that is faster than a refund stops it, and the next attempt gives back what is left", async () => {
  const owner = newLive();
  await fund(owner, 30_000);
  const made = payoutOf(await newDriver(owner), 10_000, "instant");
  await pay(owner, settlePayout(made, "complete", new Date(made.created_at)));
  const find = async () => (await store.findPayout(owner, made.id)) as Payout;
  const refund = async (before: Payout) =>
    store.movePayout(owner, before, "refund", settlePayout(before, "refund", tick()), tick(0));
  const before = await find();
  expect(await correct(owner, before.entries[0] ?? "", ["fees", "outside", 150])).toHaveProperty("id");
  await expect(refund(before)).rejects.toMatchObject({ name: "Contention" });
  expect([await refund(await find()), await available(owner), await audited(owner)]).toEqual([
    true,
    29_850,
    [],
  ]);
});

describe("an account that gets parts", () => {
  type Steps = [since: Date, parts: number][];
  const setParts = ({ account_id }: Owner, ...steps: Steps) => {
    process.env.PARTS = JSON.stringify({ [account_id]: steps });
  };

  test.each(["live", "test"] as const)("pays what it has in all of them, and no more: %s", async (mode) => {
    const owner: Owner = { ...newOwner(), mode };
    const driver = await newDriver(owner);
    if (mode === "test") {
      await pay(owner, payoutOf(driver, START));
      await enforce(owner, true);
    }
    const plan: Steps = [[tick(), 8]];
    const payOnce = async (when: string) => {
      await fund(owner, 1_200);
      const paid = await payMany(owner, driver, 24, 100);
      expect([when, paid]).toEqual([when, { stored: 12, balance_insufficient: 12 }]);
    };
    setParts(owner, ...plan);
    await payOnce("raised");
    plan.push([tick(), 1]);
    setParts(owner, ...plan);
    await payOnce("rolled back");
    setParts(owner);
    await payOnce("lost");
    setParts(owner, ...plan);
    expect([await audited(owner), await available(owner)]).toEqual([[], 0]);
    expect((await shardsOf(owner)).length).toBeGreaterThan(16);
  });

  test.each([true, false])("enforces in all or in none, if some are opened meanwhile: %s", async (isOn) => {
    const owner = newOwner();
    const driver = await newDriver(owner);
    await pay(owner, payoutOf(driver, 100));
    await enforce(owner, !isOn);
    const send = table.send.bind(table) as (command: unknown) => Promise<unknown>;
    let isFirst = true;
    const spy = jest.spyOn(table, "send").mockImplementation(async (command: unknown) => {
      if (isFirst && command instanceof TransactWriteCommand) {
        isFirst = false;
        setParts(owner, [tick(), 2]);
        for (let i = 0; i < 8; i++) await pay(owner, payoutOf(driver, 100));
      }
      return send(command);
    });
    await enforce(owner, isOn);
    spy.mockRestore();
    const shards = await shardsOf(owner);
    expect([shards.length, new Set(shards.map(({ enforced = false }) => enforced))]).toEqual([
      27,
      new Set([isOn]),
    ]);
  });
});
