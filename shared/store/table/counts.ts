import type { Owner } from "../../domain/owner.ts";
import { type CountedNoun, countsOf, keys, shardOf } from "../keys/keys.ts";
import { allParts, inPart, partNumber } from "../keys/parts.ts";
import type { Condition } from "./expressions.ts";
import { itemsOf } from "./reads.ts";
import type { Item, Write } from "./table.ts";
import { change } from "./writes.ts";

/** One item in all transactions would cancel most of them, so each writes the shard of the object's id. */
const nameOf = (shard: number) => String(shard).padStart(2, "0");
const namesOf = (length: number) => Array.from({ length }, (_, shard) => nameOf(shard));
export const firstShards = namesOf(16);
/** In each further part. One transaction writes all shards of eight parts, and may have 100 items. */
const furtherShards = namesOf(11);

/** `07`, or `07#1` in the second part of an account. */
export function shardName({ account_id }: Owner, id: string): string {
  const part = partNumber(account_id, id);
  const name = nameOf(shardOf(id, (part === 0 ? firstShards : furtherShards).length));
  return inPart(name, part);
}
export const shardNames = ({ account_id }: Owner): string[] => [
  ...firstShards,
  ...furtherShards.flatMap((name) => allParts(name, account_id).slice(1)),
];

/** A failure of `when` returns the shard. */
export const addToCounts = (
  owner: Owner,
  of: CountedNoun,
  id: string,
  add: Readonly<Record<string, number>>,
  when: Condition = {},
): Write => change(keys.count(owner, of, shardName(owner, id)), { add, when, found: true });

export const countsIn = (owner: Owner, of: CountedNoun) =>
  itemsOf({ pk: countsOf(owner, of) }) as Promise<Partial<Record<string, number>>[]>;

export const numbersOf = (item: Item): Record<string, number> =>
  Object.fromEntries(
    Object.entries(item).filter((field): field is [string, number] => typeof field[1] === "number"),
  );
