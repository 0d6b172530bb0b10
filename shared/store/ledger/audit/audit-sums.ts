import type { Owner } from "../../../domain/item/owner.ts";
import { type Difference, differingSums, overdrawn, unbalanced } from "../../../domain/ledger/audit.ts";
import {
  entriesOfType,
  EntryType,
  LedgerEntry,
  ownerSumNames,
  ownerSums,
  type Sums,
  totalOf,
} from "../../../domain/ledger/entry.ts";
import { SHIFT } from "../../../domain/ledger/shift.ts";
import { partitionOf } from "../../keys/keys.ts";
import { numbersOf } from "../../table/counts.ts";
import { dayItems } from "../../table/day-counts.ts";
import type { Item } from "../../table/table.ts";
import { isEnforced, shardsAtOnce, shardsOf } from "../funds.ts";
import { ATTEMPTS, pageAfter } from "./audit-place.ts";

const ENTRY_COUNTS = EntryType.options.map(entriesOfType);
const SUM_NAMES = [...ownerSumNames, ...ENTRY_COUNTS];
export const numberOfEntries = (sums: Sums): number =>
  ENTRY_COUNTS.reduce((sum, name) => sum + (sums[name] ?? 0), 0);

/** Compares the sums of all entries with shards and days. Undefined: no money has moved. */
export async function auditOwner(owner: Owner, walked: Sums, last: string) {
  let sums = walked;
  let newest = last;
  if (numberOfEntries(sums) === 0 && (await shardsOf(owner)).length === 0) return undefined;
  let stored = await storedSums(owner);
  const before = numberOfEntries(stored.sums);
  for (let i = 0; i < ATTEMPTS && numberOfEntries(stored.sums) !== numberOfEntries(sums); i++) {
    const items = await pageAfter({ partition: partitionOf("entry", owner) }, newest);
    sums = totalOf([sums, ...items.map((item) => ownerSums(LedgerEntry.parse(item)))]);
    newest = String(items.at(-1)?.sk ?? newest);
    stored = await storedSums(owner);
  }
  if (numberOfEntries(stored.sums) !== numberOfEntries(sums) && numberOfEntries(stored.sums) !== before)
    return { differences: [], busy: ["the sums of the account"] };
  const days = totalOf((await dayItems(owner, "payments")).map(numbersOf));
  const after = await storedSums(owner);
  const isStill = numberOfEntries(after.sums) === numberOfEntries(stored.sums);
  return {
    differences: [
      ...stored.shards.flatMap((shard) => unbalanced(`shard ${shard.sk}`, shard)),
      ...belowZero(owner, stored),
      ...differingSums("account", [...SUM_NAMES, SHIFT], stored.sums, sums),
      ...(isStill ? differingSums("days", SUM_NAMES, days, sums) : []),
    ],
    busy: isStill ? [] : ["the sums of the days"],
  };
}

/** Only the world may be below zero, and the funds of a sandbox that does not enforce its balance. */
function belowZero(owner: Owner, { shards, sums }: { shards: readonly Item[]; sums: Sums }): Difference[] {
  const names = ownerSumNames.filter((name) => name !== "cents_outside" && name !== "cents_funds");
  return [
    ...overdrawn("account", names, sums),
    ...(isEnforced(owner, shards)
      ? shards.flatMap((shard) => overdrawn(`shard ${shard.sk}`, ["cents_funds"], numbersOf(shard)))
      : []),
  ];
}

export const entriesIn = async (owner: Owner): Promise<number> =>
  numberOfEntries(totalOf((await shardsOf(owner)).map(numbersOf)));

async function storedSums(owner: Owner): Promise<{ shards: Item[]; sums: Sums }> {
  const shards = await shardsAtOnce(owner);
  return { shards, sums: totalOf(shards.map(numbersOf)) };
}
