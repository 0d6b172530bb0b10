import { type LedgerEntry, ownerSums } from "../../domain/ledger/entry.ts";
import { sandboxOpening } from "../../domain/ledger/funding.ts";
import { isLive, type Owner } from "../../domain/owner.ts";
import { keys } from "../keys/keys.ts";
import { addToCounts, shardNames } from "../table/counts.ts";
import { absent, type Condition, present } from "../table/expressions.ts";
import { Conflict, transact, type Write } from "../table/table.ts";
import { change, putNew } from "../table/writes.ts";

/** No role may update or delete an entry. */
export const entryWrite = (owner: Owner, entry: LedgerEntry): Write =>
  putNew({ ...keys.entry(owner, entry.id), ...entry });

/**
 * Adds an entry to the owner's sums, beside the counts of its payouts. Each shard of the counts has the sums
 * of the entries of its sources, so the cents of each add up to 0.
 */
export const balanceWrite = (
  owner: Owner,
  source: string,
  entry: LedgerEntry,
  counts: Readonly<Record<string, number>> = {},
  when: Condition = {},
): Write => addToCounts(owner, "payments", source, { ...counts, ...ownerSums(entry) }, when);

/** What the sums must be before money leaves the funds. The first movement of a sandbox opens it. */
export const isOpened = (owner: Owner): Condition => (isLive(owner) ? {} : { opened: present });

/**
 * Books the money that a sandbox starts with: one entry, and an equal share for each shard. Nothing happens
 * if another call did.
 */
export async function openSandbox(owner: Owner, firstMovement: Date): Promise<void> {
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
  try {
    await transact([entryWrite(owner, entry), ...shards]);
  } catch (error) {
    // Others open it at this moment.
    if (!(error instanceof Conflict)) throw error;
  }
}

const shareOf = (cents = 0) => cents / shardNames.length;
