import { ownerSums } from "../../domain/ledger/entry.ts";
import { overdraftCleared } from "../../domain/ledger/funding.ts";
import { levelled, totalFunds } from "../../domain/ledger/shift.ts";
import type { Owner } from "../../domain/owner.ts";
import { keys } from "../keys/keys.ts";
import { untilWritten } from "../table/decided.ts";
import { absent, type Condition } from "../table/expressions.ts";
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
      : shards.map(({ sk }) => released(owner, String(sk), shards));
    return (await transact([profile, ...writes])) ? undefined : { answer: undefined };
  });

const released = (owner: Owner, shard: string, found: readonly Item[]): Write =>
  change(keys.count(owner, "payments", shard), { set: { enforced: absent }, when: isAsWide(shard, found) });

/** No other call has opened shards meanwhile, which this one would miss. The first has their number. */
const isAsWide = (shard: string, found: readonly Item[]): Condition =>
  shard === "00" ? { opened_shards: found.find(({ sk }) => sk === shard)?.opened_shards } : {};

/** They fail if a payout moved the funds of a shard meanwhile. */
async function enforcingWrites(owner: Owner, found: readonly Item[], now: Date): Promise<Write[]> {
  const funds = fundsIn(owner, found);
  const lift = Math.max(0, -totalFunds(funds));
  const entry = lift > 0 ? await overdraftCleared(lift, now) : undefined;
  const shards = Object.entries(levelled(funds, lift)).map(([shard, cents], i) =>
    fundsWrite(owner, shard, cents, {
      ...(i === 0 && entry && { sums: ownerSums(entry) }),
      set: { opened: true, enforced: true },
      when: [{ cents_funds: found.find(({ sk }) => sk === shard)?.cents_funds }, isAsWide(shard, found)],
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
