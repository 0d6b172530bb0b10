import { BatchGetCommand, GetCommand, QueryCommand, type QueryCommandInput } from "@aws-sdk/lib-dynamodb";
import type { Key } from "../keys/keys.ts";
import { expressionsOf, type ItemFields } from "./expressions.ts";
import { type Item, table, tableName } from "./table.ts";

/** A consistent read, unless an older state is good enough. */
export async function findItem(
  key: Key,
  { consistent = true, ...options }: { consistent?: boolean; abortSignal?: AbortSignal } = {},
): Promise<Item | undefined> {
  const read = { TableName: tableName, Key: key, ...(consistent && { ConsistentRead: true }) };
  return (await table.send(new GetCommand(read), options)).Item;
}

export async function findAs<T>(key: Key, schema: { parse: (item: unknown) => T }): Promise<T | undefined> {
  const item = await findItem(key);
  return item && schema.parse(item);
}

const MAX_KEYS_READ = 100;

export async function itemsAt(places: readonly Key[]): Promise<Item[]> {
  const items: Item[] = [];
  let rest = [...places];
  while (rest.length > 0) {
    const batch = await findBatch(rest.splice(0, MAX_KEYS_READ));
    items.push(...batch.items);
    // A call returns at most 16 MB, and fewer items when DynamoDB is busy.
    rest = [...rest, ...batch.unread];
  }
  return items;
}

/** The items of at most 100 keys. `unread`: DynamoDB was too busy for these, or full. */
export async function findBatch(keys: readonly Key[]): Promise<{ items: Item[]; unread: Key[] }> {
  const request = { Keys: [...keys], ConsistentRead: true };
  const { Responses = {}, UnprocessedKeys = {} } = await table.send(
    new BatchGetCommand({ RequestItems: { [tableName]: request } }),
  );
  return {
    items: Responses[tableName] ?? [],
    unread: (UnprocessedKeys[tableName]?.Keys ?? []) as Key[],
  };
}

export type QueryOptions = Omit<QueryCommandInput, "TableName">;
type Query = QueryOptions & { key: ItemFields; where?: ItemFields | undefined };

/** One call of a query: `key` has the partition and perhaps a range, and `where` filters. */
export const query = ({ key, where, ...options }: Query) =>
  table.send(new QueryCommand({ TableName: tableName, ...expressionsOf({ key, where }), ...options }));

/** All items of a partition, or of a range of it. A call returns a megabyte. A consistent read. */
export async function itemsOf(key: ItemFields, options: QueryOptions = {}): Promise<Item[]> {
  const items: Item[] = [];
  let next: Item | undefined;
  do {
    const from = next && { ExclusiveStartKey: next };
    const page = await query({ key, ConsistentRead: true, ...options, ...from });
    items.push(...(page.Items ?? []));
    next = page.LastEvaluatedKey;
  } while (next);
  return items;
}
