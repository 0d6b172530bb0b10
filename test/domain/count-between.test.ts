import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { countBetween, type IdRange } from "../../shared/domain/item/count-between.ts";
import { firstIdAfter, instantOf, lastIdBefore, sortableId } from "../../shared/domain/item/ids.ts";

const HOUR = 3_600_000;
const START = Date.parse("2026-11-18T00:00:00Z");
const idAt = (ms: number) => sortableId("pay_", new Date(ms));

/** Counts over a plain list of ids, and the milliseconds that were counted one by one. */
function counting(ids: readonly string[]) {
  const partial: number[] = [];
  const within = ({ from = "", to = "~" }: IdRange) => ids.filter((id) => from <= id && id <= to).length;
  const dayOf = (id: string) => instantOf(id).toISOString().slice(0, 10);
  return {
    partial,
    within,
    prefix: "pay_",
    days: async (first = "", last = "~") =>
      ids.filter((id) => first <= dayOf(id) && dayOf(id) <= last).length,
    oneByOne: async (range: IdRange) => {
      const [from, to] = [range.from, range.to].map((id) => instantOf(id ?? "").getTime());
      partial.push((to ?? 0) - (from ?? 0) + 1);
      return within(range);
    },
  };
}

// Instants at, just before and just after midnight are frequent.
const anyInstant = fc.oneof(
  fc.integer({ min: 0, max: 5 * 24 * HOUR }),
  fc
    .tuple(fc.integer({ min: 0, max: 5 }), fc.integer({ min: -2, max: 2 }))
    .map(([day, ms]) => day * 24 * HOUR + ms),
);

test("the count is that of a plain list, for any objects and any range", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(anyInstant, { maxLength: 40 }),
      fc.option(anyInstant, { nil: undefined }),
      fc.option(anyInstant, { nil: undefined }),
      async (instants, after, before) => {
        const counted = counting(instants.map((ms) => idAt(START + ms)));
        const iso = (ms: number) => new Date(START + ms).toISOString();
        const range = {
          from: after === undefined ? undefined : firstIdAfter("pay_", iso(after)),
          to: before === undefined ? undefined : lastIdBefore("pay_", iso(before)),
        };
        expect(await countBetween(range, counted)).toBe(counted.within(range));
        expect(counted.partial.length).toBeLessThanOrEqual(2);
        for (const ms of counted.partial) expect(ms).toBeLessThanOrEqual(12 * HOUR);
      },
    ),
    { numRuns: 500 },
  );
});

test.each([
  [{ from: firstIdAfter("pay_", "9999-12-31T23:59:59Z") }, 0],
  [{ to: lastIdBefore("pay_", "9999-12-31T23:59:59-23:59") }, 1],
  [{ from: idAt(START - HOUR), to: lastIdBefore("pay_", "9999-12-31T12:00:00Z") }, 1],
])("a range at the end of the year 9999 asks for no day after it", async (range, expected) => {
  const counted = counting([idAt(START)]);
  const days: typeof counted.days = (first = "0", last = "9") => {
    expect([first <= last, `${first}${last}`.includes("+")]).toEqual([true, false]);
    return counted.days(first, last);
  };
  expect(await countBetween(range, { ...counted, days })).toBe(expected);
});
