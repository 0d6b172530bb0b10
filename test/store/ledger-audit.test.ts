import { expect, test } from "@jest/globals";
import type { LedgerEntry } from "../../shared/domain/ledger/entry.ts";
import { newFunding } from "../../shared/domain/ledger/funding.ts";
import type { Settlement } from "../../shared/domain/ledger/settlement.ts";
import type { Mode, Owner } from "../../shared/domain/item/owner.ts";
import { type Payout, type PayoutTransition, settlePayout } from "../../shared/domain/payout/payout.ts";
import { createPayout } from "../../shared/domain/payout/payout-request.ts";
import type { Key } from "../../shared/store/keys/keys.ts";
import type { Item, Write } from "../../shared/store/table/table.ts";
import { tick } from "./century-ahead.ts";
import { audited, correct, fund, newDriver, newOwner } from "./payout-steps.ts";
import { store } from "./store.ts";

const { absent, change, deleteDriver, freezeNextDay, itemsAt, keys, listSettlements } = store;
const { put, remove, shardName, transact } = store;

const NEXT_YEAR = new Date("2127-03-01T00:00:00.000Z");

/**
 * A payout in each status, one of a deleted driver, a funding, and a correction of a correction. Each day is
 * settled.
 */
async function newWorld(mode: Mode) {
  const owner: Owner = { ...newOwner(), mode };
  const driver = await newDriver(owner);
  const deleted = await newDriver(owner);
  const find = async ({ id }: Payout) => (await store.findPayout(owner, id)) as Payout;
  const move = async (payout: Payout, transition: PayoutTransition) => {
    const before = await find(payout);
    const now = new Date(tick().getTime() + 86_400_000);
    await store.movePayout(owner, before, transition, settlePayout(before, transition, now));
  };
  const pay = async (driver_id: string, method: "instant" | "standard", ...moves: PayoutTransition[]) => {
    const request = { driver_id, amount: 10_001, currency: "usd", method };
    const created = createPayout(request, undefined, tick());
    const [first, ...later] = method === "instant" ? moves : [undefined, ...moves];
    const stored = first ? settlePayout(created, first, new Date(created.created_at)) : created;
    await store.putPayout(owner, stored, undefined);
    for (const transition of later) if (transition) await move(created, transition);
    return find(created);
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

async function corrected(...terms: Parameters<typeof correct>): Promise<LedgerEntry> {
  const booked = await correct(...terms);
  if (typeof booked === "string") throw new Error(booked);
  return booked;
}

/** Each fault is one write, which is undone after its audit. */
const { owner, driver, kept, refunded, pending, correction } = await newWorld("live");
const days = (await listSettlements(owner, { limit: 9 })).data.reverse();
const [first, second] = days as [Settlement, Settlement];
const stored = async ({ pk, sk }: Key) => (await itemsAt([{ pk, sk }]))[0] as Item;
const entries = {
  kept: keys.entry(owner, kept.entries[0] ?? ""),
  refund: keys.entry(owner, refunded.entries[2] ?? ""),
};
const payout = keys.payment(owner, kept.id);
const totals = keys.driverTotals(owner, driver);
const shard = keys.count(owner, "payments", shardName(kept.id));
const dayOfShard = `${kept.created_at.slice(0, 10)}#${shardName(kept.id)}`;
const dayOne = keys.settlement(owner, first.date);
const dayTwo = keys.settlement(owner, second.date);

type Posted = { from: string; to: string; amount: number };
const posted = async (key: Key, edit: (all: Posted[]) => object[]) => {
  const item = await stored(key);
  return put({ ...item, postings: edit(item.postings as Posted[]) });
};
const lessACent = (lines: Posted[]) => lines.map((posting) => ({ ...posting, amount: posting.amount - 1 }));
const TWICE = `txn_${"z".repeat(26)}`;
const funding = {
  ...keys.entry(owner, TWICE),
  id: TWICE,
  type: "funding",
  source: "wire 0",
  sequence: 1,
  postings: [{ from: "outside", to: "funds", amount: 1 }],
  created_at: kept.created_at,
};

/** A write that no transition makes, and a part of what the audit says about it. */
const faults: [string, () => Write | Promise<Write>, RegExp][] = [
  ["an entry is missing", () => remove(entries.kept), /pay_\w+ missing entries/],
  ["an entry of a settled day is missing", () => remove(entries.kept), /settlement \S+ entries_sha256/],
  [
    "a fee is not posted",
    () => posted(entries.kept, (lines) => lines.filter(({ to }) => to !== "fees")),
    /postings as completed/,
  ],
  ["a cent is lost in rounding", () => posted(entries.kept, lessACent), /account cents_funds/],
  [
    "an entry of a settled day has another amount",
    () => posted(entries.kept, lessACent),
    /settlement \S+ closing/,
  ],
  [
    "a refund has the wrong sign",
    () =>
      posted(entries.refund, (lines) =>
        lines.map(({ from, to, amount }) => ({ from: to, to: from, amount })),
      ),
    /postings as refunded/,
  ],
  [
    "a refund is doubled",
    async () => put({ ...(await stored(entries.refund)), ...keys.entry(owner, TWICE), id: TWICE }),
    /txn_\w+ in pay_/,
  ],
  [
    "a posting has no cents",
    () => posted(entries.kept, (lines) => lines.map((posting) => ({ ...posting, amount: 0 }))),
    /^txn_\w+$/,
  ],
  ["a funding is doubled", () => put(funding), /txn_\w+ in wire 0/],
  [
    "a payout does not know its correction",
    () => change(payout, { takeOut: { corrections: new Set([correction.id]) } }),
    /txn_\w+ in pay_/,
  ],
  [
    "a payout forgot what a correction took",
    () => change(payout, { set: { corrected: absent } }),
    /pay_\w+ holds driver:/,
  ],
  [
    "a refund gave back more than its payout held",
    () => change(keys.payment(owner, refunded.id), { set: { returned: absent } }),
    /postings as refunded/,
  ],
  [
    "a correction is missing in the sums of its driver",
    () => change(totals, { add: { lifetime_payouts: 20 } }),
    /drv_\w+ lifetime_payouts/,
  ],
  [
    "a correction has another amount",
    () =>
      posted(keys.entry(owner, correction.id), (lines) =>
        lines.map((posting) => ({ ...posting, amount: 21 })),
      ),
    /account cents_funds/,
  ],
  [
    "money moved without an entry",
    () =>
      change(keys.payment(owner, pending.id), {
        set: { status: "completed", completed_at: pending.created_at },
      }),
    /postings as completed/,
  ],
  [
    "a shard has a cent more",
    () => change(shard, { add: { cents_funds: 1 } }),
    /shard \d\d sum of its accounts/,
  ],
  [
    "a shard gave money that no other got",
    () => change(shard, { add: { cents_funds: -1, cents_shift: 1 } }),
    /account cents_shift/,
  ],
  [
    "the funds of a shard are below zero",
    () => change(shard, { add: { cents_funds: -90_000, cents_shift: 90_000 } }),
    /shard \d\d cents_funds/,
  ],
  [
    "the fees are below zero",
    () => change(shard, { add: { cents_fees: -90_000, cents_funds: 90_000 } }),
    /account cents_fees/,
  ],
  [
    "a shard lost an entry",
    () => change(shard, { add: { entries_payout_completed: -1 } }),
    /account entries_payout_completed/,
  ],
  ["a driver has a cent less", () => change(totals, { add: { cents: -1 } }), /drv_\w+ cents/],
  [
    "a payment counts in another year",
    () => change(totals, { add: { paid_2126: -10_001, paid_2125: 10_001 } }),
    /drv_\w+ paid_2125/,
  ],
  ["a day lost its sums", () => remove(keys.dayCount(owner, "payments", dayOfShard)), /days cents_/],
  [
    "a day was frozen a minute early, and a transaction was under way",
    async () => {
      const late = await newFunding(700, "wire late", new Date(kept.created_at));
      return put({ ...keys.entry(owner, late.id), ...late });
    },
    /settlement \S+ totals/,
  ],
  [
    "a settlement has another closing",
    () => change(dayOne, { set: { closing: { ...first.closing, funds: first.closing.funds + 1 } } }),
    /settlement \S+ closing/,
  ],
  [
    "a settlement does not begin where the one before ends",
    () => change(dayTwo, { set: { opening: { ...second.opening, fees: second.opening.fees - 1 } } }),
    /settlement \S+ opening/,
  ],
  [
    "a settlement names another one before it",
    () => change(dayTwo, { set: { previous_sha256: "0".repeat(64) } }),
    /settlement \S+ previous_sha256/,
  ],
  ["the first settlement is missing", () => remove(dayOne), /settlement \S+ number/],
  [
    "the last settlement is missing",
    () => remove(keys.settlement(owner, days.at(-1)?.date ?? "")),
    /^settlement \S+$/,
  ],
];

test.each(faults)("the audit finds that %s", async (_, fault, difference) => {
  const write = await fault();
  const key = write.Put?.Item ?? write.Update?.Key ?? write.Delete?.Key;
  if (!key) throw new Error("A fault writes an item");
  const { pk, sk } = key as Key;
  const before = await stored({ pk, sk });
  await transact([write]);
  const differences = await audited(owner, NEXT_YEAR);
  await transact([before ? put(before) : remove({ pk, sk })]);
  expect(differences.map(({ what }) => what)).toContainEqual(expect.stringMatching(difference));
});

test("the audit of items without a fault finds nothing, in both modes", async () => {
  for (const each of [owner, (await newWorld("test")).owner])
    expect(await audited(each, NEXT_YEAR)).toEqual([]);
});
