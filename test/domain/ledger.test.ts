import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import {
  driverSums,
  LedgerEntry,
  movedBy,
  newEntry,
  ownerSumNames,
  ownerSums,
  type Posting,
} from "../../shared/domain/ledger/entry.ts";
import { payoutEntry } from "../../shared/domain/ledger/payout-entries.ts";
import { levelled, shiftTo, totalFunds } from "../../shared/domain/ledger/shift.ts";
import {
  mayBe,
  type Payout,
  type PayoutTransition,
  settlePayout,
} from "../../shared/domain/payout/payout.ts";
import { createPayout } from "../../shared/domain/payout/payout-request.ts";
import { publicPayout } from "../../shared/domain/payout/public-payout.ts";

const START = Date.parse("2026-12-31T23:00:00Z");
const anyPath = fc.record({
  driver: fc.constantFrom("drv_a", "drv_b"),
  amount: fc.integer({ min: 100, max: 100_000_000 }),
  method: fc.constantFrom("instant" as const, "standard" as const),
  atOnce: fc.boolean(),
  moves: fc.array(fc.constantFrom<PayoutTransition>("complete", "fail", "cancel", "refund"), {
    maxLength: 6,
  }),
});
type Path = typeof anyPath extends fc.Arbitrary<infer T> ? T : never;

/** A path's payout, with an entry for each write. `atOnce`: the first write has the first move too. */
async function walked(path: Path, start: number): Promise<{ payout: Payout; entries: LedgerEntry[] }> {
  let now = new Date(start);
  const request = { driver_id: path.driver, amount: path.amount, currency: "usd", method: path.method };
  let payout = createPayout(request, undefined, now);
  let before: Payout | undefined;
  const entries: LedgerEntry[] = [];
  const write = async () => {
    const entry = await payoutEntry(before, payout);
    entries.push(entry);
    payout = { ...payout, entries: [...payout.entries, entry.id] };
    before = payout;
  };
  if (!path.atOnce) await write();
  for (const move of path.moves) {
    if (!mayBe(move, payout)) continue;
    if (before) now = new Date(now.getTime() + 3_600_000);
    payout = settlePayout(payout, move, now);
    await write();
  }
  if (!before) await write();
  return { payout, entries };
}

/** What a payout in each status does to the accounts, without any postings. */
function model(payouts: readonly Payout[]): Record<string, number> {
  const sums: Record<string, number> = { funds: 0, pending: 0, fees: 0, drv_a: 0, drv_b: 0, paid: 0 };
  const add = (name: string, cents: number) => {
    sums[name] = (sums[name] ?? 0) + cents;
  };
  for (const { status, amount, fee, driver_id } of payouts) {
    if (status !== "pending" && status !== "completed") continue;
    add("funds", -amount);
    if (status === "pending") add("pending", amount);
    else {
      add("fees", fee);
      add(driver_id, amount - fee);
      add("paid", amount);
    }
  }
  return sums;
}

const totalled = (all: readonly Record<string, number>[]) => {
  const total: Record<string, number> = {};
  for (const one of all) for (const [name, n] of Object.entries(one)) total[name] = (total[name] ?? 0) + n;
  return total;
};

describe("the entries of any payouts", () => {
  test("their sums are those of the payouts, by status and without postings", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyPath, { maxLength: 12 }), async (paths) => {
        const all = await Promise.all(paths.map((path, i) => walked(path, START + i)));
        const entries = all.flatMap((one) => one.entries);
        const expected = model(all.map(({ payout }) => payout));
        const owner = totalled(entries.map(ownerSums));
        expect(ownerSumNames.reduce((sum, name) => sum + (owner[name] ?? 0), 0)).toBe(0);
        for (const name of ["funds", "pending", "fees"])
          expect([name, owner[`cents_${name}`] ?? 0]).toEqual([name, expected[name]]);
        for (const id of ["drv_a", "drv_b"]) {
          const own = all.filter(({ payout }) => payout.driver_id === id).flatMap((one) => one.entries);
          expect(totalled(own.map(driverSums)).cents ?? 0).toBe(expected[id]);
        }
        expect(totalled(entries.map(driverSums)).lifetime_payouts ?? 0).toBe(expected.paid);
      }),
    );
  });

  test("each balances, has its number, its instant and an id of its own", async () => {
    await fc.assert(
      fc.asyncProperty(anyPath, async (path) => {
        const { payout, entries } = await walked(path, START);
        expect(entries.map(({ sequence }) => sequence)).toEqual(entries.map((_, i) => i + 1));
        expect(payout.entries).toEqual([...new Set(entries.map(({ id }) => id))].sort());
        expect(entries.at(-1)?.type).toBe(`payout_${payout.status}`.replace("pending", "created"));
        for (const entry of entries) {
          expect(LedgerEntry.parse(entry)).toEqual(entry);
          expect([...movedBy(entry.postings).values()].reduce((sum, cents) => sum + cents, 0)).toBe(0);
        }
        const shown = publicPayout(payout);
        const returned = payout.status === "refunded" ? payout.amount : 0;
        expect(shown.refunded_amount).toBe(returned);
      }),
    );
  });

  test("no account of the service is below zero after a payout that the funds covered", async () => {
    await fc.assert(
      fc.asyncProperty(anyPath, async (path) => {
        const { entries } = await walked(path, START);
        const sums = new Map<string, number>();
        for (const { postings } of entries) {
          for (const [account, cents] of movedBy(postings))
            sums.set(account, (sums.get(account) ?? 0) + cents);
          for (const [account, cents] of sums)
            if (account !== "funds") expect(cents).toBeGreaterThanOrEqual(0);
        }
      }),
    );
  });
});

test("an instant payout that completes at once is one entry with three postings", async () => {
  const [, entries] = await walked(
    { driver: "drv_a", amount: 10_000, method: "instant", atOnce: true, moves: ["complete"] },
    START,
  ).then(({ payout, entries }) => [payout, entries] as const);
  expect(entries.map(({ type, postings }) => [type, postings])).toEqual([
    [
      "payout_completed",
      [
        { from: "funds", to: "pending", amount: 10_000 },
        { from: "pending", to: "driver:drv_a", amount: 9_850 },
        { from: "pending", to: "fees", amount: 150 },
      ],
    ],
  ]);
});

describe("an entry", () => {
  const given = (...postings: Posting[]) =>
    newEntry({
      type: "funding",
      postings,
      source: "wire 1",
      sequence: 1,
      created_at: "2026-11-21T09:30:00.000Z",
    });
  const good: Posting = { from: "outside", to: "funds", amount: 1 };

  test("cannot be made without a posting, or with one that does not move cents between two accounts", async () => {
    const bad: Partial<Posting>[] = [
      { amount: 0 },
      { amount: -1 },
      { amount: 0.5 },
      { to: "outside" },
      { to: "somewhere" as "funds" },
    ];
    for (const wrong of bad) await expect(given(good, { ...good, ...wrong })).rejects.toThrow();
    await expect(given()).rejects.toThrow();
  });

  test("made again from the same source and number, has the same id, and otherwise another", async () => {
    const [first, again] = await Promise.all([given(good), given(good, good)]);
    expect(again.id).toBe(first.id);
    const next = await newEntry({ ...first, sequence: 2 });
    expect(next.id.slice(0, 14)).toBe(first.id.slice(0, 14));
    expect(next.id).not.toBe(first.id);
  });
});

const anyFunds = fc.array(fc.integer({ min: 0, max: 5_000 }), { minLength: 16, maxLength: 16 });
const byShard = (funds: readonly number[]) => Object.fromEntries(funds.map((cents, i) => [`s${i}`, cents]));
const added = (funds: Record<string, number>, shift: Record<string, number>) =>
  Object.fromEntries(Object.entries(funds).map(([shard, cents]) => [shard, cents + (shift[shard] ?? 0)]));

describe("a shift of funds between shards", () => {
  test("gives a shard what it needs of what all have, and leaves none below zero", () => {
    fc.assert(
      fc.property(anyFunds, fc.nat(15), fc.double({ min: 0, max: 1, noNaN: true }), (cents, own, part) => {
        const funds = byShard(cents);
        const amount = Math.floor(totalFunds(funds) * part);
        const shift = shiftTo(`s${own}`, funds, amount);
        const after = added(funds, shift);
        expect(totalFunds(shift)).toBe(0);
        expect(Math.min(...Object.values(after))).toBeGreaterThanOrEqual(0);
        expect(after[`s${own}`]).toBeGreaterThanOrEqual(amount);
        // One that gives keeps an equal share, unless the amount is more than that.
        const share = Math.floor(totalFunds(funds) / 16);
        const givers = Object.keys(shift).filter((shard) => shard !== `s${own}`);
        if (amount <= share) expect(Math.min(share, ...givers.map((shard) => after[shard] ?? 0))).toBe(share);
      }),
    );
  });

  test("to equal funds leaves no shard below zero once all together are not", () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: -5_000, max: 5_000 }), { minLength: 16, maxLength: 16 }),
        (cents) => {
          const funds = byShard(cents);
          const lift = Math.max(0, -totalFunds(funds));
          const shift = levelled(funds, lift);
          const after = Object.values(added(funds, { ...shift, s0: (shift.s0 ?? 0) + lift }));
          expect(totalFunds(shift)).toBe(0);
          expect(Math.min(...after)).toBeGreaterThanOrEqual(0);
          expect(Math.max(...after) - Math.min(...after)).toBeLessThan(16);
        },
      ),
    );
  });
});
