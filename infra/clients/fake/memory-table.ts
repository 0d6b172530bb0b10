import { indexes } from "../../../shared/store/keys/indexes.ts";
import { type Key, prefixOf } from "../../../shared/store/keys/keys.ts";
import type { MemoryExpressions, StoredItem } from "./memory-expressions.ts";

export type StoredWrite = MemoryExpressions & { Key?: StoredItem; Item?: StoredItem };
type StoredQuery = MemoryExpressions & {
  IndexName?: keyof typeof indexes;
  ScanIndexForward?: boolean;
  Limit?: number;
  ExclusiveStartKey?: StoredItem;
};

export type StoredOutcome = { met: boolean; before: StoredItem | undefined; after: StoredItem | undefined };

const COUNTERS = [prefixOf("quota"), prefixOf("limit")];

/** The service's table in memory. Each call is done at once, so transactions never conflict. */
class MemoryTable {
  readonly #partitions = new Map<string, Map<string, StoredItem>>();
  onInsert: (item: StoredItem) => void = () => {};
  hasLimits = false;

  find = (key: StoredItem): StoredItem | undefined => {
    const { pk, sk } = key as Key;
    return structuredClone(this.#partitions.get(pk)?.get(sk));
  };

  /** What a write would do. Where no limit holds, counters begin anew. */
  outcomeOf(kind: string, write: StoredWrite): StoredOutcome {
    const { pk, sk } = (write.Key ?? write.Item) as Key;
    const isCounted = this.hasLimits || !COUNTERS.some((prefix) => pk.startsWith(prefix));
    const before = isCounted ? this.find({ pk, sk }) : undefined;
    const met = write.meets(before ?? {});
    if (!met || kind === "ConditionCheck") return { met, before, after: before };
    if (kind === "Delete") return { met, before, after: undefined };
    return { met, before, after: kind === "Put" ? defined(write.Item) : write.update(before ?? { pk, sk }) };
  }

  put = (item: StoredItem): void => this.keep({ Item: item }, { before: undefined, after: item });

  keep(write: Pick<StoredWrite, "Key" | "Item">, { before, after }: Omit<StoredOutcome, "met">): void {
    const { pk, sk } = (write.Key ?? write.Item) as Key;
    const partition = this.#partitions.get(pk) ?? new Map<string, StoredItem>();
    this.#partitions.set(pk, partition);
    if (after) partition.set(sk, after);
    else partition.delete(sk);
    if (after && !before) this.onInsert(structuredClone(after));
  }

  query({
    IndexName,
    ScanIndexForward: isForward = true,
    Limit,
    ExclusiveStartKey: start,
    ...query
  }: StoredQuery) {
    const index = IndexName && indexes[IndexName];
    const placeOf = (item: StoredItem) => `${item[index?.sort ?? "sk"]}\n${item.pk}\n${item.sk}`;
    const isRest = (item: StoredItem) =>
      start === undefined || (isForward ? placeOf(item) > placeOf(start) : placeOf(item) < placeOf(start));
    const isIndexed = (pk: string) => index?.of.some((noun) => pk.startsWith(prefixOf(noun)));
    const partitions = index
      ? [...this.#partitions].flatMap(([pk, items]) => (isIndexed(pk) ? [items] : []))
      : [this.#partitions.get(String(query.partition))];
    const rest = partitions
      .flatMap((items) => [...(items?.values() ?? [])])
      .filter((item) => query.isInRange(item) && isRest(item))
      .sort((a, b) => (placeOf(a) < placeOf(b) === isForward ? -1 : 1));
    const read = rest.slice(0, Limit);
    const Items = structuredClone(read.filter(query.isWanted));
    const more = read.length < rest.length && { LastEvaluatedKey: structuredClone(read.at(-1)) };
    return { Items, Count: Items.length, ScannedCount: read.length, ...more };
  }
}

/** Without undefined values, as the SDK sends it. */
function defined<T>(value: T): T {
  if (Array.isArray(value)) return value.map(defined) as T;
  if (typeof value !== "object" || value === null || Object.getPrototypeOf(value) !== Object.prototype)
    return value;
  const entries = Object.entries(value).filter(([, entry]) => entry !== undefined);
  return Object.fromEntries(entries.map(([name, entry]) => [name, defined(entry)])) as T;
}

export const memoryTable = new MemoryTable();
