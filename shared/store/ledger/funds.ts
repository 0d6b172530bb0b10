import { SANDBOX_FUNDS } from "../../domain/ledger/funding.ts";
import { SHIFT, shiftTo, totalFunds } from "../../domain/ledger/shift.ts";
import { isLive, type Owner } from "../../domain/item/owner.ts";
import { keys } from "../keys/keys.ts";
import { countsIn, shardName, shardNames } from "../table/counts.ts";
import {
  absent,
  notBelow,
  below,
  type Condition,
  either,
  type ItemFields,
  orAbsent,
  present,
} from "../table/expressions.ts";
import { snapshotOf } from "../table/snapshot.ts";
import { type Item, transact, type Write } from "../table/table.ts";
import { change } from "../table/writes.ts";

/** A sandbox has its starting money in its shards. Live mode starts without money. */
export const isOpened = (owner: Owner): Condition => (isLive(owner) ? {} : { opened: present });

/** Before `amount` cents leave the funds. A sandbox that does not enforce its balance may go below zero. */
export const hasFunds = (owner: Owner, amount: number): Condition => {
  const enough: Condition = { cents_funds: notBelow(amount) };
  return isLive(owner) ? enough : [isOpened(owner), either({ enforced: absent }, enough)];
};

/** The shards of an owner's sums. A query sees each at another instant. */
export const shardsOf = (owner: Owner): Promise<Item[]> => countsIn(owner, "payments");

export const shardsAtOnce = (owner: Owner): Promise<Item[]> =>
  snapshotOf(shardNames.map((shard) => keys.count(owner, "payments", shard)));

export const fundsIn = (shards: readonly Item[]): Record<string, number> =>
  Object.fromEntries([
    ...shardNames.map((shard) => [shard, 0]),
    ...shards.map(({ sk, cents_funds = 0 }) => [sk, cents_funds]),
  ]);

export const isEnforced = (owner: Owner, shards: readonly Item[]): boolean =>
  isLive(owner) || shards.some(({ enforced }) => enforced === true);

/** The cents of the accounts that a caller may spend, or waits for. */
export async function findBalance(owner: Owner): Promise<{ available: number; pending: number }> {
  const shards = await shardsOf(owner);
  return { available: availableIn(owner, shards), pending: sumIn(shards, "cents_pending") };
}

/** What payouts may take in all. Undefined: a sandbox that does not enforce its balance. */
export async function findSpendable(owner: Owner): Promise<number | undefined> {
  const shards = await shardsOf(owner);
  return isEnforced(owner, shards) ? availableIn(owner, shards) : undefined;
}

function availableIn(owner: Owner, shards: readonly Item[]): number {
  const isOpen = isLive(owner) || shards.some(({ opened }) => opened !== undefined);
  // Of a shift under way, the query may see one half. The counterpart makes up for it.
  return sumIn(shards, "cents_funds") + sumIn(shards, SHIFT) + (isOpen ? 0 : SANDBOX_FUNDS);
}

const sumIn = (shards: readonly Item[], name: string) =>
  shards.reduce((total, shard) => total + Number(shard[name] ?? 0), 0);

/**
 * Moves funds of other shards into an id's shard, which has less than `amount`. The owner's sums stay, so
 * this needs no entry. False: all shards had less at one instant. The caller tries its write again in any
 * case.
 */
export async function gatherFunds(owner: Owner, id: string, amount: number): Promise<boolean> {
  let funds = fundsIn(await shardsOf(owner));
  if (totalFunds(funds) < amount) funds = fundsIn(await shardsAtOnce(owner));
  if (totalFunds(funds) < amount) return false;
  const ownShard = shardName(id);
  const writes = Object.entries(shiftTo(ownShard, funds, amount)).map(([shard, cents]) =>
    fundsWrite(owner, shard, cents, {
      when: { cents_funds: shard === ownShard ? orAbsent(below(amount)) : notBelow(-cents) },
    }),
  );
  if (writes.length > 0) await transact(writes);
  return true;
}

export const fundsWrite = (
  owner: Owner,
  shard: string,
  cents: number,
  { sums = {}, ...rest }: { sums?: Readonly<Record<string, number>>; set?: ItemFields; when: Condition },
): Write =>
  change(keys.count(owner, "payments", shard), {
    ...rest,
    add: { ...sums, cents_funds: cents + (sums.cents_funds ?? 0), [SHIFT]: -cents },
  });
