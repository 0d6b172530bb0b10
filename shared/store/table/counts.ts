import type { Owner } from "../../domain/item/owner.ts";
import { type CountedNoun, countsOf, keys, shardOf } from "../keys/keys.ts";
import type { Condition } from "./expressions.ts";
import { itemsOf } from "./reads.ts";
import type { Item, Write } from "./table.ts";
import { change } from "./writes.ts";

const SHARDS = 16;

const nameOf = (shard: number) => String(shard).padStart(2, "0");

/** One item in all transactions would cancel most of them, so each writes the shard of the object's id. */
export const shardNames: readonly string[] = Array.from({ length: SHARDS }, (_, shard) => nameOf(shard));

/** Such as `07`. */
export const shardName = (id: string): string => nameOf(shardOf(id, SHARDS));

/** A failure of `when` returns the shard. */
export const addToCounts = (
  owner: Owner,
  of: CountedNoun,
  id: string,
  add: Readonly<Record<string, number>>,
  when: Condition = {},
): Write => change(keys.count(owner, of, shardName(id)), { add, when, found: true });

export const countsIn = (owner: Owner, of: CountedNoun) =>
  itemsOf({ pk: countsOf(owner, of) }) as Promise<Partial<Record<string, number>>[]>;

export const numbersOf = (item: Item): Record<string, number> =>
  Object.fromEntries(
    Object.entries(item).filter((field): field is [string, number] => typeof field[1] === "number"),
  );
