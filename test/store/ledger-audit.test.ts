import { expect, test } from "@jest/globals";
import type { Mode, Owner } from "../../shared/domain/owner.ts";
import { type Payout, type PayoutTransition, settlePayout } from "../../shared/domain/payout/payout.ts";
import { createPayout } from "../../shared/domain/payout/payout-request.ts";
import { keys } from "../../shared/store/keys/keys.ts";
import { tick } from "./century-ahead.ts";
import { audited, engine, fund, newDriver, newOwner, payouts } from "./payout-steps.ts";

const { deleteDriver } = await import("../../shared/store/driver/deleted-drivers.ts");
const { transact } = await import("../../shared/store/table/table.ts");
const { put, remove, change } = await import("../../shared/store/table/writes.ts");
const { shardName } = await import("../../shared/store/table/counts.ts");

type World = { owner: Owner; driver: string; kept: Payout; refunded: Payout; pending: Payout };

/** A payout in each status, one of a deleted driver, and a funding. */
async function newWorld(mode: Mode): Promise<World> {
  const owner: Owner = { ...newOwner(), mode };
  const [driver, deleted] = [await newDriver(owner), await newDriver(owner)];
  const pay = async (driver_id: string, method: "instant" | "standard", ...moves: PayoutTransition[]) => {
    const request = { driver_id, amount: 10_001, currency: "usd", method };
    const made = createPayout(request, undefined, tick());
    const [first, ...later] = method === "instant" ? moves : [undefined, ...moves];
    const stored = first ? settlePayout(made, first, new Date(made.created_at)) : made;
    await payouts.putPayout(owner, stored, undefined, undefined);
    for (const move of later) {
      if (!move) continue;
      const before = (await payouts.findPayout(owner, made.id)) as Payout;
      const now = new Date(tick().getTime() + 86_400_000);
      await payouts.movePayout(owner, before, move, settlePayout(before, move, now), now);
    }
    return (await payouts.findPayout(owner, made.id)) as Payout;
  };
  await fund(owner, 50_000);
  const kept = await pay(driver, "instant", "complete");
  const refunded = await pay(driver, "standard", "complete", "refund");
  for (const move of ["fail", "cancel"] as const) await pay(driver, "standard", move);
  await pay(driver, "instant", "fail");
  await pay(deleted, "standard", "complete");
  await deleteDriver(owner, deleted, async () => ({ identity: "sealed", documents: [] }), tick());
  return { owner, driver, kept, refunded, pending: await pay(driver, "standard") };
}

test.each(["test", "live"] as const)("an audit of untouched items in %s mode finds nothing", async (mode) => {
  expect(await audited((await newWorld(mode)).owner)).toEqual([]);
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
const shardOf = ({ owner, kept }: World) => keys.count(owner, "payments", shardName(kept.id));

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
      remove(keys.dayCount(owner, "payments", `${kept.created_at.slice(0, 10)}#${shardName(kept.id)}`)),
    /days cents_/,
  ],
};

test.each(Object.entries(faults))("the audit finds that %s", async (_, [fault, difference]) => {
  const world = await newWorld("live");
  await transact([(await fault(world)) as Parameters<typeof transact>[0][number]]);
  const found = await audited(world.owner);
  expect(found.map(({ what }) => what)).toContainEqual(expect.stringMatching(difference));
});
