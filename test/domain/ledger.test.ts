import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { newEntry, type Posting } from "../../shared/domain/ledger/entry.ts";
import type { Payout } from "../../shared/domain/payout/payout.ts";
import { tipsWithin } from "../../shared/domain/ledger/payout-entries.ts";
import { levelled, shiftTo, totalFunds } from "../../shared/domain/ledger/shift.ts";

describe("an entry", () => {
  const entry = (...postings: Posting[]) =>
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
    for (const wrong of bad) await expect(entry(good, { ...good, ...wrong })).rejects.toThrow();
    await expect(entry()).rejects.toThrow();
  });

  test("made again from the same source and number, has the same id, and otherwise another", async () => {
    const [first, again] = await Promise.all([entry(good), entry(good, good)]);
    expect(again.id).toBe(first.id);
    const next = await newEntry({ ...first, sequence: 2 });
    expect(next.id.slice(0, 14)).toBe(first.id.slice(0, 14));
    expect(next.id).not.toBe(first.id);
  });

  test("of the longest names is below a KB, so it costs two write units", async () => {
    const driver = `driver:drv_${"z".repeat(26)}` as const;
    const amount = 99_999_999;
    const longest = await newEntry({
      type: "payout_completed",
      postings: [
        { from: "funds", to: "pending", amount },
        { from: "pending", to: driver, amount },
        { from: "pending", to: "fees", amount },
      ],
      source: "🏦".repeat(50),
      sequence: 3,
      created_at: "2026-11-21T09:30:00.000Z",
    });
    const keys = { pk: `ENTRY#acct_${"z".repeat(26)}#live`, sk: longest.id };
    expect(Buffer.byteLength(JSON.stringify({ ...keys, ...longest }))).toBeLessThan(1_000);
  });
});

test.each([
  [2, 1, 1, 0],
  [2, 2, 1, 1],
  [4, 3, 2, 1],
  [3, 1, 2, 1],
  [100, 99, 0, 0],
  [100, 99, 101, 99],
])(
  "of a payout of %d with tips of %d, of which %d is paid, %d is tips: the lost share is rounded half up",
  (amount, tip_amount, paid, tips) => expect(tipsWithin({ amount, tip_amount } as Payout, paid)).toBe(tips),
);

const anyFunds = fc.array(fc.integer({ min: 0, max: 5_000 }), { minLength: 16, maxLength: 16 });
const byShard = (funds: readonly number[]) => Object.fromEntries(funds.map((cents, i) => [`s${i}`, cents]));
const added = (funds: Record<string, number>, shift: Record<string, number>) =>
  Object.fromEntries(Object.entries(funds).map(([shard, cents]) => [shard, cents + (shift[shard] ?? 0)]));

describe("a shift of funds between shards", () => {
  test("gives a shard what it needs of what all have, and leaves none below zero", () => {
    fc.assert(
      fc.property(anyFunds, fc.nat(15), fc.double({ min: 0, max: 1, noNaN: true }), (cents, home, part) => {
        const funds = byShard(cents);
        const amount = Math.floor(totalFunds(funds) * part);
        const shift = shiftTo(`s${home}`, funds, amount);
        const after = added(funds, shift);
        expect(totalFunds(shift)).toBe(0);
        expect(Math.min(...Object.values(after))).toBeGreaterThanOrEqual(0);
        expect(after[`s${home}`]).toBeGreaterThanOrEqual(amount);
        // One that gives keeps an equal share, unless the amount is more than that.
        const share = Math.floor(totalFunds(funds) / 16);
        const givers = Object.keys(shift).filter((shard) => shard !== `s${home}`);
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
