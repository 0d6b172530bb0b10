import { ownerSums } from "../../domain/ledger/entry.ts";
import { overdraftCleared } from "../../domain/ledger/funding.ts";
import { levelled, totalFunds } from "../../domain/ledger/shift.ts";
import type { Owner } from "../../domain/item/owner.ts";
import { keys } from "../keys/keys.ts";
import { untilWritten } from "../table/decided.ts";
import { absent } from "../table/expressions.ts";
import { type Item, transact, type Write } from "../table/table.ts";
import { change } from "../table/writes.ts";
import { dayWrites, entryWrite, openSandbox, sourceWrite } from "./entries.ts";
import { fundsIn, fundsWrite, shardsOf } from "./funds.ts";

/** Funds below zero are lifted with an entry, and all shards get equal funds. */
export const putEnforcement = (owner: Owner, isOn: boolean, profile: Write, now: Date): Promise<void> =>
  untilWritten(async () => {
    const shards = await shardsOf(owner);
    if (isOn && !shards.some(({ opened }) => opened)) {
      await openSandbox(owner, now);
      return undefined;
    }
    const writes = isOn
      ? await enforcingWrites(owner, shards, now)
      : shards.map(({ sk }) =>
          change(keys.count(owner, "payments", String(sk)), { set: { enforced: absent } }),
        );
    return (await transact([profile, ...writes])) ? undefined : { answer: undefined };
  });

/** They fail if a payout moved the funds of a shard meanwhile. */
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
