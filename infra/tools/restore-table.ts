import { isDeepStrictEqual } from "node:util";
import {
  type AttributeValue,
  BatchGetItemCommand,
  BatchWriteItemCommand,
  DynamoDBClient,
  paginateScan,
  type WriteRequest,
} from "@aws-sdk/client-dynamodb";
import { prefixOf } from "../../shared/store/keys/keys.ts";

type Item = Record<string, AttributeValue>;
/** How many items of each noun were written and deleted, or would be. */
export type Restored = Record<string, { written: number; deleted: number }>;

/** A restore must not undo an opt-out, nor forget what operators did since. */
const KEPT = [prefixOf("audit"), prefixOf("suppression"), prefixOf("receipt"), prefixOf("receipt_key")];

/** The limits of one request. */
const [MAX_READ, MAX_WRITTEN] = [100, 25];

/**
 * Makes a table equal to another, which point-in-time recovery has restored beside it. Items that are equal
 * stay, so a second run only does what is left. Audit records, suppressions and receipts are only added.
 */
export async function restoreTable(
  client: DynamoDBClient,
  { from, to }: { from: string; to: string },
  dryRun: boolean,
): Promise<Restored> {
  const restored: Restored = {};
  const apply = async (kind: "written" | "deleted", items: readonly Item[]) => {
    for (const item of items) {
      restored[nounOf(item)] ??= { written: 0, deleted: 0 };
      (restored[nounOf(item)] as Restored[string])[kind]++;
    }
    if (!dryRun) await write(client, to, items.map(kind === "written" ? putOf : deletionOf));
  };
  for await (const { items, others } of pairs(client, from, to))
    await apply(
      "written",
      items.filter((item) => !isDeepStrictEqual(others.get(placeOf(item)), item)).filter(isRestored(others)),
    );
  for await (const { items, others } of pairs(client, to, from))
    await apply(
      "deleted",
      items.filter((item) => !others.has(placeOf(item)) && !isKept(item)),
    );
  return restored;
}

/** The items of a table, with those that another table has under the same keys. */
async function* pairs(client: DynamoDBClient, TableName: string, other: string) {
  for await (const { Items = [] } of paginateScan({ client }, { TableName, ConsistentRead: true }))
    for (let i = 0; i < Items.length; i += MAX_READ) {
      const items = Items.slice(i, i + MAX_READ);
      const found = await read(client, other, items.map(keyOf));
      yield { items, others: new Map(found.map((item) => [placeOf(item), item])) };
    }
}

async function read(client: DynamoDBClient, table: string, keys: Item[]): Promise<Item[]> {
  const found: Item[] = [];
  for (let Keys = keys; Keys.length > 0; ) {
    const request = { RequestItems: { [table]: { Keys, ConsistentRead: true } } };
    const { Responses = {}, UnprocessedKeys = {} } = await client.send(new BatchGetItemCommand(request));
    found.push(...(Responses[table] ?? []));
    Keys = UnprocessedKeys[table]?.Keys ?? [];
  }
  return found;
}

async function write(client: DynamoDBClient, table: string, requests: WriteRequest[]): Promise<void> {
  for (let left = requests; left.length > 0; ) {
    const RequestItems = { [table]: left.slice(0, MAX_WRITTEN) };
    const { UnprocessedItems = {} } = await client.send(new BatchWriteItemCommand({ RequestItems }));
    left = [...(UnprocessedItems[table] ?? []), ...left.slice(MAX_WRITTEN)];
  }
}

const keyOf = ({ pk, sk }: Item): Item => ({ ...(pk && { pk }), ...(sk && { sk }) });
const putOf = (Item: Item): WriteRequest => ({ PutRequest: { Item } });
const deletionOf = (item: Item): WriteRequest => ({ DeleteRequest: { Key: keyOf(item) } });
const placeOf = ({ pk, sk }: Item): string => `${pk?.S} ${sk?.S}`;
const nounOf = ({ pk }: Item): string => String(pk?.S).split("#")[0] ?? "";
const isKept = ({ pk }: Item): boolean => KEPT.some((prefix) => pk?.S?.startsWith(prefix));
/** A kept item that the table has is the newer one. */
const isRestored =
  (others: ReadonlyMap<string, Item>) =>
  (item: Item): boolean =>
    !(isKept(item) && others.has(placeOf(item)));

if (import.meta.main) {
  const [from, to, mode] = process.argv.slice(2);
  if (!from || !to || !["--dry-run", "--yes"].includes(String(mode))) {
    process.stderr.write("Usage: npm run restore:table -- RESTORED_TABLE TABLE --dry-run|--yes\n");
    process.exit(1);
  }
  const dryRun = mode === "--dry-run";
  const restored = await restoreTable(new DynamoDBClient({}), { from, to }, dryRun);
  const verb = dryRun ? "would be " : "";
  for (const [noun, { written, deleted }] of Object.entries(restored))
    process.stdout.write(`${noun}: ${written} ${verb}written, ${deleted} ${verb}deleted\n`);
  process.stdout.write(dryRun ? "Nothing was changed. Give --yes to do it.\n" : "The tables are equal.\n");
}
