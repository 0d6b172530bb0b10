import { hash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import {
  type AttributeValue,
  BatchGetItemCommand,
  BatchWriteItemCommand,
  type DynamoDBClient,
  paginateScan,
  type WriteRequest,
} from "@aws-sdk/client-dynamodb";
import { prefixOf } from "../../../shared/store/keys/keys.ts";

type Item = Record<string, AttributeValue>;
type Tables = { from: string; to: string };
type Restored = Record<string, { written: number; deleted: number }>;
/** What a run has done: which segments, how many items it read in both tables, and what it changed. */
export type Progress = { segments: number; done: number[]; items: number; restored: Restored };

/** A restore must not undo an opt-out, nor forget what operators did since. */
const KEPT = [prefixOf("audit"), prefixOf("suppression"), prefixOf("receipt"), prefixOf("receipt_key")];

/** The limits of one request. */
const MAX_READ = 100;
const MAX_WRITTEN = 25;
/** Segments at the same time. More keep one core no busier. */
const AT_ONCE = 16;

/**
 * Equal items stay, so a second run does what is left. Audit records, suppressions and receipts are only
 * added. It continues after the segments of `progress`, and says after each which are done.
 */
export async function restoreTable(
  client: DynamoDBClient,
  tables: Tables,
  dryRun: boolean,
  progress: Progress = { segments: AT_ONCE, done: [], items: 0, restored: {} },
  said: (progress: Progress) => void = () => undefined,
): Promise<Progress> {
  const left = Array.from({ length: progress.segments }, (_, i) => i).filter(
    (segment) => !progress.done.includes(segment),
  );
  const work = async () => {
    for (let segment = left.shift(); segment !== undefined; segment = left.shift()) {
      const { items, keys } = await differences(client, tables, { Segment: segment, ...of(progress) });
      const changes = await changesAt(client, tables, keys, dryRun);
      progress.items += items;
      for (const { kind, item } of changes) count(progress.restored, kind, item);
      progress.done.push(segment);
      said(progress);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return progress;
}

const of = ({ segments }: Progress) => ({ TotalSegments: segments });

/**
 * DynamoDB hashes a key alike in both tables, so an item and its twin come at about the same time, and few
 * wait in memory. Every key without a twin is read in both tables before anything changes.
 */
async function differences(
  client: DynamoDBClient,
  { from, to }: Tables,
  part: { Segment: number; TotalSegments: number },
): Promise<{ items: number; keys: Item[] }> {
  const alone = new Map<string, { key: Item; digest: string }>();
  const keys: Item[] = [];
  let items = 0;
  const read = async (TableName: string) => {
    for await (const { Items = [] } of paginateScan({ client }, { TableName, ConsistentRead: true, ...part }))
      for (const item of Items) {
        items++;
        const place = placeOf(item);
        const digest = digestOf(item);
        const twin = alone.get(place);
        if (!alone.delete(place)) alone.set(place, { key: keyOf(item), digest });
        else if (twin?.digest !== digest) keys.push(keyOf(item));
      }
  };
  await Promise.all([read(from), read(to)]);
  return { items, keys: [...keys, ...[...alone.values()].map(({ key }) => key)] };
}

type Change = { kind: "written" | "deleted"; item: Item };

async function changesAt(client: DynamoDBClient, { from, to }: Tables, keys: Item[], dryRun: boolean) {
  const differences: Change[] = [];
  for (let i = 0; i < keys.length; i += MAX_READ) {
    const some = keys.slice(i, i + MAX_READ);
    const [target, present] = await Promise.all([from, to].map((table) => readAll(client, table, some)));
    const changes = some.flatMap((key) => changeOf(target?.get(placeOf(key)), present?.get(placeOf(key))));
    if (!dryRun) await writeAll(client, to, changes.map(requestOf));
    differences.push(...changes);
  }
  return differences;
}

/** A kept item that the table has is the newer one. */
function changeOf(target: Item | undefined, present: Item | undefined): Change[] {
  if (present && (isKept(present) || isDeepStrictEqual(target, present))) return [];
  if (target) return [{ kind: "written", item: target }];
  return present ? [{ kind: "deleted", item: present }] : [];
}

async function readAll(client: DynamoDBClient, table: string, keys: Item[]): Promise<Map<string, Item>> {
  const items = new Map<string, Item>();
  for (let Keys = keys; Keys.length > 0; ) {
    const request = { RequestItems: { [table]: { Keys, ConsistentRead: true } } };
    const { Responses = {}, UnprocessedKeys = {} } = await client.send(new BatchGetItemCommand(request));
    for (const item of Responses[table] ?? []) items.set(placeOf(item), item);
    Keys = UnprocessedKeys[table]?.Keys ?? [];
  }
  return items;
}

/** A busy table leaves some items out. They wait, so that it can grow. */
async function writeAll(client: DynamoDBClient, table: string, requests: WriteRequest[]): Promise<void> {
  let pause = 50;
  for (let left = requests; left.length > 0; ) {
    const RequestItems = { [table]: left.slice(0, MAX_WRITTEN) };
    const { UnprocessedItems = {} } = await client.send(new BatchWriteItemCommand({ RequestItems }));
    const again = UnprocessedItems[table] ?? [];
    left = [...again, ...left.slice(MAX_WRITTEN)];
    if (again.length > 0) await sleep(Math.random() * pause);
    pause = again.length > 0 ? Math.min(2 * pause, 5_000) : 50;
  }
}

const keyOf = ({ pk, sk }: Item): Item => ({ ...(pk && { pk }), ...(sk && { sk }) });
const requestOf = ({ kind, item }: Change): WriteRequest =>
  kind === "written" ? { PutRequest: { Item: item } } : { DeleteRequest: { Key: keyOf(item) } };
const placeOf = ({ pk, sk }: Item): string => JSON.stringify([pk?.S, sk?.S]);
const digestOf = (item: Item): string =>
  hash("sha1", JSON.stringify(Object.entries(item).sort(([a], [b]) => (a < b ? -1 : 1))), "base64");
const isKept = ({ pk }: Item): boolean => KEPT.some((prefix) => pk?.S?.startsWith(prefix));

function count(restored: Restored, kind: Change["kind"], { pk }: Item): void {
  const noun = String(pk?.S).split("#")[0] ?? "";
  restored[noun] ??= { written: 0, deleted: 0 };
  restored[noun][kind]++;
}
