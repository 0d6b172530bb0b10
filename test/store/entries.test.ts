import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { firstIdAfter, lastIdBefore } from "../../shared/domain/ids.ts";
import { LedgerEntry } from "../../shared/domain/ledger/entry.ts";
import type { Owner } from "../../shared/domain/owner.ts";
import {
  mayBe,
  type Payout,
  type PayoutTransition,
  settlePayout,
} from "../../shared/domain/payout/payout.ts";
import { createPayout } from "../../shared/domain/payout/payout-request.ts";
import { partitionOf } from "../../shared/store/keys/keys.ts";
import type { EntryFilter } from "../../shared/store/ledger/entry-lists.ts";
import { engine, newDriver, newOwner, payouts } from "./payout-steps.ts";

const { listLedgerEntries, countLedgerEntries } = await import("../../shared/store/ledger/entry-lists.ts");

const HOUR = 3_600_000;
const START = Date.parse("2126-05-01T00:00:00Z");
const iso = (hours: number) => new Date(START + hours * HOUR).toISOString();

const anyPayout = fc.record({
  driver: fc.nat(1),
  hours: fc.integer({ min: 0, max: 60 }),
  moves: fc.array(
    fc.record({
      move: fc.constantFrom<PayoutTransition>("complete", "fail", "cancel", "refund"),
      later: fc.integer({ min: 1, max: 40 }),
    }),
    { maxLength: 3 },
  ),
});
type Planned = typeof anyPayout extends fc.Arbitrary<infer T> ? T : never;

async function pay(owner: Owner, driver_id: string, { hours, moves }: Planned): Promise<void> {
  const request = { driver_id, amount: 500, currency: "usd", method: "standard" as const };
  const made = createPayout(request, undefined, new Date(START + hours * HOUR));
  await payouts.putPayout(owner, made, undefined, undefined);
  let at = hours;
  for (const { move, later } of moves) {
    const before = (await payouts.findPayout(owner, made.id)) as Payout;
    if (!mayBe(move, before)) continue;
    at += later;
    const now = new Date(START + at * HOUR);
    await payouts.movePayout(owner, before, move, settlePayout(before, move, now), now);
  }
}

/** All pages of a list, from its start to its end or back. */
async function pagesOf(owner: Owner, filter: EntryFilter, way: "down" | "up"): Promise<string[]> {
  const ids: string[] = [];
  for (let cursor: string | undefined; ; ) {
    const place =
      way === "down" ? { starting_after: cursor } : { ending_before: cursor ?? `txn_${"0".repeat(26)}` };
    const page = await listLedgerEntries(owner, filter, { limit: 3, ...place });
    const found = page.data.map(({ id }) => id);
    if (way === "down") ids.push(...found);
    else ids.unshift(...found);
    cursor = (way === "down" ? found.at(-1) : found[0]) ?? page.searched_to;
    if (!page.has_more || cursor === undefined) return ids;
  }
}

test("lists of entries and their counts agree with a plain list, by every filter and in both directions", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyPayout, { minLength: 3, maxLength: 8 }), async (planned) => {
      const owner = newOwner();
      const driverIds = [await newDriver(owner), await newDriver(owner)];
      for (const one of planned) await pay(owner, driverIds[one.driver] ?? "", one);
      const all = (await engine.items("ENTRY"))
        .filter(({ pk }) => pk === partitionOf("entry", owner))
        .map((item) => LedgerEntry.parse(item));
      const { data } = await payouts.listPayouts(owner, {}, { limit: 100 });
      const ofDriver = new Map(data.map(({ id, driver_id }) => [id, driver_id]));
      const newest = (some: LedgerEntry[]) =>
        some
          .map(({ id }) => id)
          .sort()
          .reverse();
      const check = async (filter: EntryFilter, expected: string[]) => {
        expect(await pagesOf(owner, filter, "down")).toEqual(expected);
        expect([filter, await countLedgerEntries(owner, filter)]).toEqual([filter, expected.length]);
      };
      for (const [after, before] of [[], [0, 24], [12, 90], [20, 23], [30, undefined]]) {
        const from = after === undefined ? undefined : firstIdAfter("txn_", iso(after));
        const to = before === undefined ? undefined : lastIdBefore("txn_", iso(before));
        for (const type of [undefined, "payout_completed", "payout_refunded", "funding"] as const) {
          const matches = all.filter(
            (entry) =>
              (from === undefined || entry.id >= from) &&
              (to === undefined || entry.id <= to) &&
              (type === undefined || entry.type === type),
          );
          await check({ type, from, to }, newest(matches));
        }
      }
      for (const { id, entries } of data) await check({ payout: id }, [...entries].reverse());
      for (const driver_id of driverIds) {
        const own = data.filter(({ id }) => ofDriver.get(id) === driver_id);
        await check(
          { driver_id },
          own.flatMap(({ entries }) => [...entries].reverse()),
        );
      }
      expect(await pagesOf(owner, { type: undefined, from: undefined, to: undefined }, "up")).toEqual(
        newest(all),
      );
    }),
    { numRuns: 5 },
  );
});
