import type { Owner } from "../../domain/owner.ts";
import { type CountedNoun, countsOf, keys, shardOf } from "../keys/keys.ts";
import type { Condition } from "./expressions.ts";
import { itemsOf } from "./reads.ts";
import type { Item, Write } from "./table.ts";
import { change } from "./writes.ts";

/**
 * Many writers count at once. One item in all their transactions would cancel most of them, so each writes
 * the shard of the counted object's id. One query reads all shards.
 */
const SHARDS = 16;
const nameOf = (shard: number) => String(shard).padStart(2, "0");
export const shardName = (id: string) => nameOf(shardOf(id, SHARDS));
export const shardNames = Array.from({ length: SHARDS }, (_, shard) => nameOf(shard));

/**
 * Adds to an owner's counts, in the transaction of the counted change. A failure of `when` returns the shard.
 */
export const addToCounts = (
  owner: Owner,
  of: CountedNoun,
  id: string,
  add: Readonly<Record<string, number>>,
  when: Condition = {},
): Write => change(keys.count(owner, of, shardName(id)), { add, when, found: true });

/** The counts of every shard, for the caller to add up. */
export const countsIn = (owner: Owner, of: CountedNoun) =>
  itemsOf({ pk: countsOf(owner, of) }) as Promise<Partial<Record<string, number>>[]>;

/** The counts and sums of an item. */
export const numbersOf = (item: Item): Record<string, number> =>
  Object.fromEntries(
    Object.entries(item).filter((field): field is [string, number] => typeof field[1] === "number"),
  );
