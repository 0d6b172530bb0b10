/** What shards gave each other, so that the sums of each still add up to 0. Over all shards it is 0. */
export const SHIFT = "cents_shift";

type Funds = Readonly<Record<string, number>>;

/**
 * What a shift adds to the funds of each shard, in cents, so that `own` has `amount`, or an equal share of
 * all if that is more. It adds up to 0. The richest give first, and keep an equal share if that is enough.
 * The funds of all shards must cover `amount`.
 *
 * @example
 * shiftTo("a", { a: 0, b: 60, c: 30 }, 10); // => { a: 30, b: -30 }
 * shiftTo("a", { a: 0, b: 60, c: 30 }, 80); // => { a: 80, b: -60, c: -20 }
 * shiftTo("b", { a: 0, b: 60, c: 30 }, 60); // => {}
 */
export function shiftTo(shard: string, funds: Funds, amount: number): Record<string, number> {
  const { [shard]: has = 0, ...others } = funds;
  if (has >= amount) return {};
  const share = Math.floor(totalFunds(funds) / Object.keys(funds).length);
  const missing = Math.max(amount, share) - has;
  const shares = takenFrom(others, missing, amount <= share ? share : 0);
  return { [shard]: missing, ...Object.fromEntries(shares.map(([shard, cents]) => [shard, -cents])) };
}

/**
 * The cents that each shard gives, if together they have `amount` above what each keeps. The richest give
 * first.
 *
 * @example
 * takenFrom({ a: 10, b: 60, c: 30 }, 70); // => [["b", 60], ["c", 10]]
 */
function takenFrom(funds: Funds, amount: number, kept = 0): [shard: string, cents: number][] {
  let missing = amount;
  return Object.entries(funds)
    .sort(([, a], [, b]) => b - a)
    .flatMap(([shard, has]): [string, number][] => {
      const cents = Math.min(missing, has - kept);
      if (cents <= 0) return [];
      missing -= cents;
      return [[shard, cents]];
    });
}

/**
 * What makes the funds of all shards equal, in cents, with `lift` more in the first one. The first also gets
 * the cents that cannot be divided.
 *
 * @example
 * levelled({ a: -5, b: 12 }, 0); // => { a: 9, b: -9 }
 * levelled({ a: -5, b: 2 }, 3); // => { a: 2, b: -2 }
 */
export function levelled(funds: Funds, lift: number): Record<string, number> {
  const total = totalFunds(funds) + lift;
  const shards = Object.entries(funds);
  const share = Math.floor(total / shards.length);
  const rest = total - share * shards.length;
  return Object.fromEntries(
    shards.map(([shard, cents], i) => [shard, share - cents + (i === 0 ? rest - lift : 0)]),
  );
}

export const totalFunds = (funds: Funds): number =>
  Object.values(funds).reduce((sum, cents) => sum + cents, 0);
