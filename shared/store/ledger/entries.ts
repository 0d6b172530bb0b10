import { dayOf } from "../../domain/time/day.ts";
import { instantOf } from "../../domain/item/ids.ts";
import { LedgerEntry, ownerSums } from "../../domain/ledger/entry.ts";
import { sandboxOpening } from "../../domain/ledger/funding.ts";
import { mayBeWritten } from "../../domain/ledger/settlement.ts";
import type { Owner } from "../../domain/item/owner.ts";
import { keys } from "../keys/keys.ts";
import { addToCounts, shardNames } from "../table/counts.ts";
import { addToDay } from "../table/day-writes.ts";
import { untilWritten } from "../table/decided.ts";
import { absent, type Condition } from "../table/expressions.ts";
import { transactOnce } from "../table/idempotency.ts";
import { findItem } from "../table/reads.ts";
import { Conflict, type Item, transact, type Write } from "../table/table.ts";
import { timeScale } from "../table/time-scale.ts";
import { change, putNew } from "../table/writes.ts";
import { isOpened } from "./funds.ts";

/** A request took so long that its day might be frozen. The next attempt takes the present instant. */
class LateEntry extends Error {
  override readonly name = "LateEntry";
}

/** No role may update or delete an entry. Throws for an earlier instant: a frozen day gets no more. */
export function entryWrite(owner: Owner, entry: LedgerEntry): Write {
  if (!mayBeWritten(entry.created_at, new Date(), timeScale())) throw new LateEntry();
  return putNew({ ...keys.entry(owner, entry.id), ...entry });
}

/** A source has one entry of a type: a failure returns the earlier one. A payout names its entries itself. */
export const sourceWrite = (owner: Owner, { id, type, source }: LedgerEntry): Write =>
  putNew({ ...keys.entrySource(owner, type, source), entry: id });

export const entryOf = async (owner: Owner, { entry }: Item): Promise<LedgerEntry> =>
  LedgerEntry.parse(await findItem(keys.entry(owner, String(entry))));

/** Each shard has the sums of the entries of its own sources, so the cents of each add up to 0. */
export const balanceWrite = (
  owner: Owner,
  source: string,
  entry: LedgerEntry,
  counts: Counts,
  when: Condition,
): Write => addToCounts(owner, "payments", source, { ...counts, ...ownerSums(entry) }, when);

/** Adds an entry to its day, and `counts` to the day of its source. `ofEntry`: counts of the entry's day. */
export function dayWrites(
  owner: Owner,
  source: string,
  entry: LedgerEntry,
  counts: Counts,
  ofEntry: Counts = {},
): Write[] {
  const created = dayOf(instantOf(source));
  const day = entry.created_at.slice(0, 10);
  const add = (amounts: Counts, on: string) => addToDay(owner, "payments", source, amounts, on);
  const sums = { ...ofEntry, ...ownerSums(entry) };
  return created === day ? [add({ ...counts, ...sums }, day)] : [add(counts, created), add(sums, day)];
}

type Counts = Readonly<Record<string, number>>;

/** Returns the entry of its reference: an earlier one stays, and nothing is written. */
export async function putFunding(
  owner: Owner,
  entry: LedgerEntry,
  memory: Write | undefined,
): Promise<LedgerEntry> {
  const writes = {
    source: sourceWrite(owner, entry),
    balance: balanceWrite(owner, entry.id, entry, {}, isOpened(owner)),
    entry: entryWrite(owner, entry),
    days: dayWrites(owner, entry.id, entry, {}),
  };
  return untilWritten(async () => {
    const conflict = await transactOnce(writes, memory);
    if (!conflict) return { answer: entry };
    const { source } = conflict.found;
    if (source) return { answer: await entryOf(owner, source) };
    await openSandbox(owner, new Date(entry.created_at));
    return undefined;
  });
}

/** One entry, and an equal share for each shard. Nothing happens if another call did. */
export async function openSandbox(owner: Owner, firstMovement: Date): Promise<void> {
  try {
    await transact(await openingWrites(owner, firstMovement));
  } catch (error) {
    // Others open it at this moment.
    if (!(error instanceof Conflict)) throw error;
  }
}

async function openingWrites(owner: Owner, firstMovement: Date): Promise<Write[]> {
  const entry = await sandboxOpening(firstMovement);
  const { cents_funds, cents_outside, ...counts } = ownerSums(entry);
  const shards = shardNames.map((shard, i) =>
    change(keys.count(owner, "payments", shard), {
      set: { opened: true },
      add: {
        cents_funds: shareOf(cents_funds),
        cents_outside: shareOf(cents_outside),
        ...(i === 0 && counts),
      },
      when: { opened: absent },
    }),
  );
  return [
    sourceWrite(owner, entry),
    entryWrite(owner, entry),
    ...dayWrites(owner, entry.id, entry, {}),
    ...shards,
  ];
}

const shareOf = (cents = 0) => cents / shardNames.length;
