/**
 * The sum by which shards gave funds to each other. It is the counterpart of what a shift adds to the funds,
 * so that the sums of each shard still add up to 0. Over all shards it is 0.
 */
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
export function shiftTo(own: string, funds: Funds, amount: number): Record<string, number> {
  const share = Math.floor(totalFunds(funds) / Object.keys(funds).length);
  const kept = amount <= share ? share : 0;
  const has = funds[own] ?? 0;
  let missing = has >= amount ? 0 : Math.max(amount, share) - has;
  const shift: Record<string, number> = missing > 0 ? { [own]: missing } : {};
  const others = Object.entries(funds).filter(([shard]) => shard !== own);
  for (const [shard, cents] of others.sort(([, a], [, b]) => b - a)) {
    const given = Math.min(missing, Math.max(0, cents - kept));
    if (given > 0) shift[shard] = -given;
    missing -= given;
  }
  return shift;
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
