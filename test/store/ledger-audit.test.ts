import { expect, test } from "@jest/globals";
import type { LedgerEntry } from "../../shared/domain/ledger/entry.ts";
import { newFunding } from "../../shared/domain/ledger/funding.ts";
import type { Settlement } from "../../shared/domain/ledger/settlement.ts";
import type { Mode, Owner } from "../../shared/domain/owner.ts";
import { type Payout, type PayoutTransition, settlePayout } from "../../shared/domain/payout/payout.ts";
import { createPayout } from "../../shared/domain/payout/payout-request.ts";
import { keys } from "../../shared/store/keys/keys.ts";
import { tick } from "./century-ahead.ts";
import { audited, correct, engine, fund, newDriver, newOwner, payouts } from "./payout-steps.ts";

const { freezeNextDay } = await import("../../shared/store/ledger/frozen-days.ts");
const { listSettlements } = await import("../../shared/store/ledger/settlements.ts");
const { deleteDriver } = await import("../../shared/store/driver/deleted-drivers.ts");
const { transact } = await import("../../shared/store/table/table.ts");
const { absent } = await import("../../shared/store/table/expressions.ts");
const { put, remove, change } = await import("../../shared/store/table/writes.ts");
const { shardName } = await import("../../shared/store/table/counts.ts");

type World = {
  owner: Owner;
  driver: string;
  kept: Payout;
  refunded: Payout;
  pending: Payout;
  correction: LedgerEntry;
};

const NEXT_YEAR = new Date("2127-03-01T00:00:00.000Z");

/**
 * A payout in each status, one of a deleted driver, a funding, and a correction of a correction. Each day is
 * settled.
 */
async function newWorld(mode: Mode): Promise<World> {
  const owner: Owner = { ...newOwner(), mode };
  const [driver, deleted] = [await newDriver(owner), await newDriver(owner)];
  const find = async ({ id }: Payout) => (await payouts.findPayout(owner, id)) as Payout;
  const move = async (payout: Payout, transition: PayoutTransition) => {
    const [before, now] = [await find(payout), new Date(tick().getTime() + 86_400_000)];
    await payouts.movePayout(owner, before, transition, settlePayout(before, transition, now), now);
  };
  const pay = async (driver_id: string, method: "instant" | "standard", ...moves: PayoutTransition[]) => {
    const request = { driver_id, amount: 10_001, currency: "usd", method };
    const made = createPayout(request, undefined, tick());
    const [first, ...later] = method === "instant" ? moves : [undefined, ...moves];
    const stored = first ? settlePayout(made, first, new Date(made.created_at)) : made;
    await payouts.putPayout(owner, stored, undefined);
    for (const transition of later) if (transition) await move(made, transition);
    return find(made);
  };
  await fund(owner, 50_000);
  const kept = await pay(driver, "instant", "complete");
  const refunded = await pay(driver, "standard", "complete");
  await correct(owner, refunded.entries[0] ?? "", [`driver:${driver}`, "funds", 3]);
  await move(refunded, "refund");
  for (const move of ["fail", "cancel"] as const) await pay(driver, "standard", move);
  await pay(driver, "instant", "fail");
  const { entries } = await pay(deleted, "standard", "complete");
  await correct(owner, entries[0] ?? "", [`driver:${deleted}`, "funds", 7]);
  await deleteDriver(owner, deleted, async () => ({ identity: "sealed", documents: [] }), tick());
  await correct(owner, entries[1] ?? "", [`driver:${deleted}`, "outside", 9]);
  const first = await corrected(owner, kept.entries[0] ?? "", [`driver:${driver}`, "funds", 50]);
  const correction = await corrected(owner, first.id, ["funds", `driver:${driver}`, 20]);
  const pending = await pay(driver, "standard");
  while (await freezeNextDay(owner, NEXT_YEAR));
  return { owner, driver, kept, refunded: await find(refunded), correction, pending };
}

async function corrected(...given: Parameters<typeof correct>): Promise<LedgerEntry> {
  const booked = await correct(...given);
  if (typeof booked === "string") throw new Error(booked);
  return booked;
}

test.each(["test", "live"] as const)("an audit of untouched items in %s mode finds nothing", async (mode) => {
  expect(await audited((await newWorld(mode)).owner, NEXT_YEAR)).toEqual([]);
});

const stored = async ({ pk, sk }: { pk: string; sk: string }) => {
  const [item] = (await engine.items()).filter((one) => one.pk === pk && one.sk === sk);
  return item as Record<string, never>;
};
const entryOf = ({ owner, kept, refunded }: World, which: "kept" | "refund") =>
  keys.entry(owner, (which === "kept" ? kept.entries[0] : refunded.entries[2]) ?? "");
const editEntry = async (
  world: World,
  which: "kept" | "refund",
  edit: (postings: { from: string; to: string; amount: number }[]) => object[],
) => {
  const item = await stored(entryOf(world, which));
  return put({ ...item, postings: edit(item.postings ?? []) });
};
const shardOf = ({ owner, kept }: World) => keys.count(owner, "payments", shardName(owner, kept.id));

const settled = async (owner: Owner) => (await listSettlements(owner, { limit: 9 })).data.reverse();
const settlement = async (owner: Owner, i: number) => {
  const day = (await settled(owner))[i] as Settlement;
  return { key: keys.settlement(owner, day.date), day };
};

const TWICE = `txn_${"z".repeat(26)}`;

/** A write that no transition makes, and a part of what the audit says about it. */
const faults: Record<string, [(world: World) => Promise<object>, RegExp]> = {
  "an entry is missing": [async (world) => remove(entryOf(world, "kept")), /pay_\w+ missing entries/],
  "a fee is not posted": [
    async (world) => editEntry(world, "kept", (all) => all.filter(({ to }) => to !== "fees")),
    /postings as completed/,
  ],
  "a cent is lost in rounding": [
    async (world) =>
      editEntry(world, "kept", (all) => all.map((one) => ({ ...one, amount: one.amount - 1 }))),
    /account cents_funds/,
  ],
  "a refund has the wrong sign": [
    async (world) =>
      editEntry(world, "refund", (all) =>
        all.map(({ from, to, amount }) => ({ from: to, to: from, amount })),
      ),
    /postings as refunded/,
  ],
  "a refund is doubled": [
    async (world) =>
      put({
        ...(await stored(entryOf(world, "refund"))),
        ...keys.entry(world.owner, TWICE),
        id: TWICE,
      }),
    /txn_\w+ in pay_/,
  ],
  "a posting has no cents": [
    async (world) => editEntry(world, "kept", (all) => all.map((one) => ({ ...one, amount: 0 }))),
    /^txn_\w+$/,
  ],
  "a funding is doubled": [
    async ({ owner, kept }) =>
      put({
        ...keys.entry(owner, TWICE),
        id: TWICE,
        type: "funding",
        postings: [{ from: "outside", to: "funds", amount: 1 }],
        source: "wire 0",
        sequence: 1,
        created_at: kept.created_at,
      }),
    /txn_\w+ in wire 0/,
  ],
  "a payout does not know its correction": [
    async ({ owner, kept, correction }) =>
      change(keys.payment(owner, kept.id), { takeOut: { corrections: new Set([correction.id]) } }),
    /txn_\w+ in pay_/,
  ],
  "a payout forgot what a correction took": [
    async ({ owner, kept }) => change(keys.payment(owner, kept.id), { set: { corrected: absent } }),
    /pay_\w+ holds driver:/,
  ],
  "a refund gave back more than its payout held": [
    async ({ owner, refunded }) => change(keys.payment(owner, refunded.id), { set: { returned: absent } }),
    /postings as refunded/,
  ],
  "a correction is missing in the sums of its driver": [
    async ({ owner, driver }) => change(keys.driverTotals(owner, driver), { add: { lifetime_payouts: 20 } }),
    /drv_\w+ lifetime_payouts/,
  ],
  "a correction has another amount": [
    async ({ owner, correction }) => {
      const item = await stored(keys.entry(owner, correction.id));
      return put({ ...item, postings: correction.postings.map((one) => ({ ...one, amount: 21 })) });
    },
    /account cents_funds/,
  ],
  "money moved without an entry": [
    async ({ owner, pending }) =>
      change(keys.payment(owner, pending.id), {
        set: { status: "completed", completed_at: pending.created_at },
      }),
    /postings as completed/,
  ],
  "a shard has a cent more": [
    async (world) => change(shardOf(world), { add: { cents_funds: 1 } }),
    /shard \d\d sum of its accounts/,
  ],
  "a shard gave money that no other got": [
    async (world) => change(shardOf(world), { add: { cents_funds: -1, cents_shift: 1 } }),
    /account cents_shift/,
  ],
  "the funds of a shard are below zero": [
    async (world) => change(shardOf(world), { add: { cents_funds: -90_000, cents_shift: 90_000 } }),
    /shard \d\d cents_funds/,
  ],
  "the fees are below zero": [
    async (world) => change(shardOf(world), { add: { cents_fees: -90_000, cents_funds: 90_000 } }),
    /account cents_fees/,
  ],
  "a shard lost an entry": [
    async (world) => change(shardOf(world), { add: { entries_payout_completed: -1 } }),
    /account entries_payout_completed/,
  ],
  "a driver has a cent less": [
    async ({ owner, driver }) => change(keys.driverTotals(owner, driver), { add: { cents: -1 } }),
    /drv_\w+ cents/,
  ],
  "a payment counts in another year": [
    async ({ owner, driver }) =>
      change(keys.driverTotals(owner, driver), { add: { paid_2126: -10_001, paid_2125: 10_001 } }),
    /drv_\w+ paid_2125/,
  ],
  "a day lost its sums": [
    async ({ owner, kept }) =>
      remove(
        keys.dayCount(
          owner,
          "payments",
          `${kept.created_at.slice(0, 10)}#${shardName(owner, kept.id)}`,
          kept.id,
        ),
      ),
    /days cents_/,
  ],
  "an entry of a settled day is missing": [
    async (world) => remove(entryOf(world, "kept")),
    /settlement \d{4}-\d\d-\d\d entries_sha256/,
  ],
  "an entry of a settled day has another amount": [
    async (world) =>
      editEntry(world, "kept", (all) => all.map((one) => ({ ...one, amount: one.amount - 1 }))),
    /settlement \d{4}-\d\d-\d\d closing/,
  ],
  "a day was frozen a minute early, and a transaction was under way": [
    async ({ owner, kept }) => {
      const late = await newFunding(700, "wire late", new Date(kept.created_at));
      return put({ ...keys.entry(owner, late.id), ...late });
    },
    /settlement \d{4}-\d\d-\d\d totals/,
  ],
  "a settlement has another closing": [
    async ({ owner }) => {
      const { key, day } = await settlement(owner, 0);
      return change(key, { set: { closing: { ...day.closing, funds: day.closing.funds + 1 } } });
    },
    /settlement \d{4}-\d\d-\d\d closing/,
  ],
  "a settlement does not begin where the one before ends": [
    async ({ owner }) => {
      const { key, day } = await settlement(owner, 1);
      return change(key, { set: { opening: { ...day.opening, fees: day.opening.fees - 1 } } });
    },
    /settlement \d{4}-\d\d-\d\d opening/,
  ],
  "a settlement names another one before it": [
    async ({ owner }) =>
      change((await settlement(owner, 1)).key, { set: { previous_sha256: "0".repeat(64) } }),
    /settlement \d{4}-\d\d-\d\d previous_sha256/,
  ],
  "the first settlement is missing": [
    async ({ owner }) => remove((await settlement(owner, 0)).key),
    /settlement \d{4}-\d\d-\d\d number/,
  ],
  "the last settlement is missing": [
    async ({ owner }) => remove((await settlement(owner, -1 + (await settled(owner)).length)).key),
    /^settlement \d{4}-\d\d-\d\d$/,
  ],
};

test.each(Object.entries(faults))("the audit finds that %s", async (_, [fault, difference]) => {
  const world = await newWorld("live");
  await transact([(await fault(world)) as Parameters<typeof transact>[0][number]]);
  const found = await audited(world.owner, NEXT_YEAR);
  expect(found.map(({ what }) => what)).toContainEqual(expect.stringMatching(difference));
});
