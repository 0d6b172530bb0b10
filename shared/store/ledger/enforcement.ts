import { ownerSums } from "../../domain/ledger/entry.ts";
import { overdraftCleared } from "../../domain/ledger/funding.ts";
import { levelled, totalFunds } from "../../domain/ledger/shift.ts";
import type { Owner } from "../../domain/item/owner.ts";
import { keys } from "../keys/keys.ts";
import { absent } from "../table/expressions.ts";
import type { Item, Write } from "../table/table.ts";
import { change } from "../table/writes.ts";
import { dayWrites, entryWrite, openSandbox, sourceWrite } from "./entries.ts";
import { fundsIn, fundsWrite, shardsOf } from "./funds.ts";

/**
 * What starts or ends the enforcement of a balance. It fails if funds moved meanwhile. Funds below zero are
 * lifted with an entry, and all shards get equal funds.
 */
export async function enforcementWrites(owner: Owner, isOn: boolean, now: Date): Promise<Write[]> {
  const shards = await shardsOf(owner);
  if (!isOn)
    return shards.map(({ sk }) =>
      change(keys.count(owner, "payments", String(sk)), { set: { enforced: absent } }),
    );
  if (shards.some(({ opened }) => opened)) return enforcingWrites(owner, shards, now);
  await openSandbox(owner, now);
  return enforcingWrites(owner, await shardsOf(owner), now);
}

async function enforcingWrites(owner: Owner, items: readonly Item[], now: Date): Promise<Write[]> {
  const funds = fundsIn(items);
  const lift = Math.max(0, -totalFunds(funds));
  const entry = lift > 0 ? await overdraftCleared(lift, now) : undefined;
  const shards = Object.entries(levelled(funds, lift)).map(([shard, cents], i) =>
    fundsWrite(owner, shard, cents, {
      ...(i === 0 && entry && { sums: ownerSums(entry) }),
      set: { opened: true, enforced: true },
      when: { cents_funds: items.find(({ sk }) => sk === shard)?.cents_funds },
    }),
  );
  if (!entry) return shards;
  return [
    sourceWrite(owner, entry),
    entryWrite(owner, entry),
    ...dayWrites(owner, entry.id, entry, {}),
    ...shards,
  ];
}
