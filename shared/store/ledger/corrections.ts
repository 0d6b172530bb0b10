import { correctedDrivers } from "../../domain/ledger/correction.ts";
import { entriesOfType, type LedgerEntry, type Posting, sumName } from "../../domain/ledger/entry.ts";
import { takenFrom, totalFunds } from "../../domain/ledger/shift.ts";
import type { Owner } from "../../domain/owner.ts";
import type { Payout } from "../../domain/payout/payout.ts";
import { yearAttributes } from "../driver/driver-years.ts";
import { type Key, keys } from "../keys/keys.ts";
import { findPayout } from "../payout/payouts.ts";
import { untilWritten } from "../table/decided.ts";
import { exists, notBelow } from "../table/expressions.ts";
import { findItem } from "../table/reads.ts";
import { type Item, transact, type Write } from "../table/table.ts";
import { change } from "../table/writes.ts";
import { balanceWrite, dayWrites, entryOf, entryWrite, sourceWrite } from "./entries.ts";
import { fundsIn, isEnforced, shardsOf } from "./funds.ts";

/** The payout whose entry this is, or whose entry it corrects through other corrections. */
export async function payoutBehind(
  owner: Owner,
  { type, source }: { type?: unknown; source?: unknown },
): Promise<Payout | undefined> {
  if (String(type).startsWith("payout_")) return findPayout(owner, String(source));
  const corrected = type === "correction" ? await findItem(keys.entry(owner, String(source))) : undefined;
  return corrected && payoutBehind(owner, corrected);
}

/** The item with a driver's sums, and those of a deleted driver until they expire. */
export async function findSums(owner: Owner, driverId: string): Promise<Item | undefined> {
  const current = await findItem(keys.driverTotals(owner, driverId));
  return current ?? findItem(keys.deletedDriver(owner, driverId));
}

type Refused = "balance_insufficient" | "driver_missing";

/**
 * Puts the entry of a correction, and changes all sums by it. Returns the correction of that entry: this one,
 * or an earlier one, and then nothing is written.
 */
export async function putCorrection(owner: Owner, entry: LedgerEntry): Promise<LedgerEntry | Refused> {
  const earlier = await findItem(keys.entrySource(owner, entry.type, entry.source));
  if (earlier) return entryOf(owner, earlier);
  const payout = await payoutBehind(owner, entry);
  return untilWritten<LedgerEntry | Refused>(async () => {
    const ofDrivers = await driverWrites(owner, entry, payout);
    const ofShards = await shardWrites(owner, entry);
    if (typeof ofDrivers === "string") return { answer: ofDrivers };
    if (!ofShards) return { answer: "balance_insufficient" };
    const booked = [
      sourceWrite(owner, entry),
      entryWrite(owner, entry),
      ...dayWrites(owner, entry.id, entry, {}),
    ];
    const conflict = await transact([...booked, ...ofDrivers, ...ofShards]);
    if (!conflict) return { answer: entry };
    const [faster] = conflict.found;
    return faster && { answer: await entryOf(owner, faster) };
  });
}

/** The shards with the most of an account give. Undefined: all together have too little. */
async function shardWrites(owner: Owner, entry: LedgerEntry): Promise<Write[] | undefined> {
  const [{ from, to, amount }] = entry.postings as [Posting];
  const [source, target] = [sumName(from), sumName(to)];
  const shards = await shardsOf(owner);
  const mayBeBelowZero = from === "outside" || (from === "funds" && !isEnforced(owner, shards));
  if (mayBeBelowZero || source === target) return [balanceWrite(owner, entry.id, entry, {}, {})];
  const sums = fundsIn(shards, source);
  if (totalFunds(sums) < amount) return undefined;
  return takenFrom(sums, amount).map(([shard, cents], i) =>
    change(keys.count(owner, "payments", shard), {
      add: { ...(i === 0 && { [entriesOfType(entry.type)]: 1 }), [source]: -cents, [target]: cents },
      when: { [source]: notBelow(cents) },
    }),
  );
}

/** A driver whose sums have expired is not corrected. Its payouts are in no form any more. */
async function driverWrites(
  owner: Owner,
  entry: LedgerEntry,
  payout: Payout | undefined,
): Promise<Write[] | Refused> {
  const writes: Write[] = [];
  for (const { driver_id, cents, paid, year } of correctedDrivers(entry, payout)) {
    const sums = await findSums(owner, driver_id);
    if (!sums && cents === 0) continue;
    if (!sums) return "driver_missing";
    if (Number(sums.cents ?? 0) < -cents) return "balance_insufficient";
    const { pk, sk } = sums as Key;
    const add = {
      cents,
      lifetime_payouts: paid,
      [yearAttributes(year).paid]: paid,
      corrections: new Set([entry.id]),
    };
    writes.push(
      change({ pk, sk }, { add, when: cents < 0 ? { ...exists, cents: notBelow(-cents) } : exists }),
    );
  }
  return writes;
}
