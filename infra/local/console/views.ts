import type { DynamoDb } from "../dynamodb/dynamodb.ts";
import { scanned } from "../dynamodb/scan.ts";
import type { Iam } from "../platform/iam.ts";
import type { Sqs } from "../sqs/sqs.ts";
import { type AppKnowledge, adviceFor, refusedCall } from "./app-knowledge.ts";
import type { DenialView, ItemsView, QueueView } from "./shapes.ts";

type Json = Record<string, unknown>;

const MAX_MESSAGES = 20;
const MAX_ITEMS = 100;

export function queueViews(sqs: Sqs): QueueView[] {
  const queues = sqs.list();
  const names = new Map(queues.map(({ id, name }) => [id, name]));
  const deadLetters = new Set(queues.map(({ queue }) => queue.settings.redrive?.deadLetters));
  return queues
    .map(({ id, name, queue }) => {
      const { visible: ready, delayed, inFlight } = queue.counts();
      const isDeadLetters = deadLetters.has(queue.settings.arn);
      const messages = queue
        .all()
        .slice(0, MAX_MESSAGES)
        .map(({ id, body, sentAt, receives, source }) => ({
          id,
          body,
          receives,
          sentAt: new Date(sentAt).toISOString(),
          ...(source !== undefined && { source: names.get(source.split(":").at(-1) ?? "") ?? source }),
        }));
      return { id, name, isDeadLetters, ready, delayed, inFlight, messages };
    })
    .sort((a, b) => rankOf(a) - rankOf(b) || a.name.localeCompare(b.name));
}

const rankOf = ({ isDeadLetters, messages }: QueueView) =>
  (messages.length > 0 ? 0 : 2) + (isDeadLetters ? 0 : 1);

export async function itemsView(dynamodb: DynamoDb, table: string, prefix: string): Promise<ItemsView> {
  const { tables } = dynamodb;
  const named = tables.has(table) ? table : ([...tables.keys()][0] ?? "");
  const keys = tables.get(named);
  if (keys === undefined) return { tables: [], keys: [], items: [], more: false };
  const starting = prefix !== "" && {
    FilterExpression: "begins_with(#key, :prefix)",
    ExpressionAttributeNames: { "#key": keys[0] },
    ExpressionAttributeValues: { ":prefix": { S: prefix } },
  };
  const items: Json[] = [];
  for await (const page of pagesOf(dynamodb, { TableName: named, ...starting })) {
    items.push(...page.map((item) => keysFirst(plainItem(item), keys)));
    if (items.length > MAX_ITEMS) break;
  }
  const more = items.length > MAX_ITEMS;
  return { tables: [...tables.keys()], keys, items: items.slice(0, MAX_ITEMS), more };
}

export async function allItems(dynamodb: DynamoDb): Promise<Json[]> {
  const items: Json[] = [];
  for (const TableName of [...dynamodb.tables.keys()].slice(0, 1))
    for await (const page of pagesOf(dynamodb, { TableName })) items.push(...page.map(plainItem));
  return items;
}

const pagesOf = (dynamodb: DynamoDb, request: Json) =>
  scanned(async (operation, body) => (await dynamodb.perform(operation, body)).body, request);

/** The engine returns attributes in any order. */
const keysFirst = (item: Json, keys: readonly string[]): Json => ({
  ...Object.fromEntries(keys.map((key) => [key, item[key]])),
  ...item,
});

const plainItem = (item: Json): Json =>
  Object.fromEntries(Object.entries(item).map(([name, value]) => [name, plain(value as Json)]));

function plain(value: Json): unknown {
  const [[type = "", inner] = []] = Object.entries(value);
  if (type === "N") return Number(inner);
  if (type === "NULL") return null;
  if (type === "M") return plainItem(inner as Json);
  if (type === "L") return (inner as Json[]).map(plain);
  return inner;
}

export function denialViews(iam: Iam, knowledge: AppKnowledge): DenialView[] {
  const views = iam.denials().map((question) => {
    const call = refusedCall(question);
    return { ...call, advice: adviceFor(call, knowledge) };
  });
  const latest = new Map(views.reverse().map((view) => [`${view.role} ${view.advice}`, view]));
  return [...latest.values()];
}
