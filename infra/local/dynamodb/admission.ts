import type { Demand, QuotaTwin } from "../quotas/twin.ts";
import type { Service } from "../platform/aws-endpoint.ts";
import { tableArn } from "./dynamodb.ts";

type Json = Record<string, unknown>;
type Answer = { status: number; body: Json };
type Item = Record<string, Record<string, unknown>>;
type Write = { kind: string; TableName: string; Key?: Item; Item?: Item } & Json;
type Keys = { AttributeName: string }[];
type Index = { IndexName: string; KeySchema: Keys; Projection: { ProjectionType?: string } };
type Table = { KeySchema: Keys; GlobalSecondaryIndexes?: Index[] };

const KB = 1024;
const READS = new Set(["GetItem", "BatchGetItem", "Query", "Scan", "TransactGetItems"]);

/**
 * The tables of a service with DynamoDB's quotas. A write takes its units from the partitions of its table
 * and of each index that it changes, all or none, before its outcome is known. What it changes is read
 * before, or follows from its expression. A read takes half a unit before, and the rest of its units after.
 */
export function admitted(service: Service, twin: QuotaTwin): Service {
  const tables = new Map<string, Promise<Table>>();
  const ask = async (operation: string, body: Json) => (await service.perform(operation, body)).body;
  const tableOf = (TableName: string): Promise<Table> => {
    const known = tables.get(TableName) ?? ask("DescribeTable", { TableName }).then(({ Table }) => Table);
    tables.set(TableName, known as Promise<Table>);
    return known as Promise<Table>;
  };
  const stored = async (TableName: string, Key: Item) =>
    (await ask("GetItem", { TableName, Key, ConsistentRead: true })).Item as Item | undefined;

  const demandsOf = async (write: Write, factor: number): Promise<Demand[]> => {
    const table = await tableOf(write.TableName);
    const key = keyIn(table.KeySchema, write.Key ?? write.Item ?? {});
    const old = await stored(write.TableName, key);
    const fresh = freshOf(write, old);
    const units = factor * unitsOf(old, fresh);
    const own = writing(tableArn(write.TableName), table.KeySchema, key, units);
    return write.kind === "ConditionCheck"
      ? own
      : [...own, ...indexDemands(write.TableName, table, old, fresh)];
  };

  const write = async (operation: string, body: Json): Promise<Answer> => {
    const writes = writesOf(operation, body);
    const factor = operation === "TransactWriteItems" ? 2 : 1;
    const demands = await Promise.all(writes.map((each) => demandsOf(each, factor)));
    const refused = twin.take(`dynamodb:${operation}`, demands.flat());
    if (!refused) return service.perform(operation, body);
    return factor === 1 ? throttled(refused) : cancelled(demands, refused);
  };

  const read = async (operation: string, body: Json): Promise<Answer> => {
    const demands = service.iamChecks(operation, body).flatMap(({ resource, context }): Demand[] => {
      const [hash = ""] = (context?.["dynamodb:LeadingKeys"] ?? []) as string[];
      return [
        { quota: "partitionReads", key: resource, place: { hash }, units: 0.5 },
        { quota: "tableReads", key: resource, units: 0.5 },
      ];
    });
    const refused = twin.take(`dynamodb:${operation}`, demands);
    if (refused) return throttled(refused);
    const answer = await service.perform(operation, body);
    const consumed = [answer.body.ConsumedCapacity ?? []].flat() as { CapacityUnits?: number }[];
    const units = consumed.reduce((sum, { CapacityUnits = 0 }) => sum + CapacityUnits, 0);
    const rest = (2 * units) / Math.max(1, demands.length) - 0.5;
    if (rest > 0) twin.spend(demands.map((demand) => ({ ...demand, units: rest })));
    return answer;
  };

  return {
    ...service,
    perform: (operation, body) => {
      if (READS.has(operation)) return read(operation, body);
      return writesOf(operation, body).length > 0 ? write(operation, body) : service.perform(operation, body);
    },
  };
}

/** An item costs each index that it enters, leaves or, if the index has all its attributes, stays in. */
function indexDemands(
  name: string,
  { GlobalSecondaryIndexes = [] }: Table,
  old?: Item,
  fresh?: Item,
): Demand[] {
  return GlobalSecondaryIndexes.flatMap(({ IndexName, KeySchema, Projection }) => {
    const isWhole = Projection.ProjectionType === "ALL";
    const images = [old, fresh].filter((each) => each && KeySchema.every((k) => k.AttributeName in each));
    const keys = images.map((each) => keyIn(KeySchema, each as Item));
    const stays = keys.length === 2 && JSON.stringify(keys[0]) === JSON.stringify(keys[1]);
    const changed = stays ? keys.slice(isWhole ? 1 : 2) : keys;
    const units = isWhole ? unitsOf(old, fresh) : 1;
    return changed.flatMap((key) => writing(`${tableArn(name)}/index/${IndexName}`, KeySchema, key, units));
  });
}

function writesOf(operation: string, body: Json): Write[] {
  const single = /^(Put|Update|Delete)Item$/.exec(operation)?.[1];
  if (single) return [{ ...body, kind: single } as Write];
  if (operation === "TransactWriteItems")
    return (body.TransactItems as Record<string, Write>[]).flatMap((item) =>
      Object.entries(item).map(([kind, each]) => ({ ...each, kind })),
    );
  return [];
}

/** The item after the write, as far as indexes need it: assigned values and removed attributes. */
function freshOf(write: Write, old: Item | undefined): Item | undefined {
  if (write.kind === "Put") return write.Item;
  if (write.kind !== "Update") return write.kind === "Delete" ? undefined : old;
  const { UpdateExpression = "", ExpressionAttributeNames = {}, ExpressionAttributeValues = {} } = write;
  const names = ExpressionAttributeNames as Record<string, string>;
  const values = ExpressionAttributeValues as Item;
  const fresh: Item = { ...write.Key, ...old };
  const text = String(UpdateExpression);
  for (const [, name = "", value = ""] of text.matchAll(/(#?\w+)\s*=\s*(:\w+)/g))
    if (values[value]) fresh[names[name] ?? name] = values[value];
  const [, removed = ""] = /\bREMOVE\s+(.*?)(?=\bSET\b|\bADD\b|\bDELETE\b|$)/s.exec(text) ?? [];
  for (const name of removed.split(/[\s,]+/)) delete fresh[names[name] ?? name];
  return fresh;
}

const keyIn = (schema: Keys, item: Item): Item =>
  Object.fromEntries(schema.map(({ AttributeName: name }) => [name, item[name] ?? {}]));

const unitsOf = (...images: (Item | undefined)[]): number =>
  Math.max(1, ...images.map((item) => Math.ceil(bytesOf(item ?? {}) / KB)));

/** About what DynamoDB counts: names and values, without the marks of their types. */
const bytesOf = (item: Item): number => JSON.stringify(item).length - 12 * Object.keys(item).length;

function writing(arn: string, schema: Keys, key: Item, units: number): Demand[] {
  const [hash = "", sort = ""] = schema.map(({ AttributeName }) =>
    String(Object.values(key[AttributeName] ?? {})[0]),
  );
  return [
    { quota: "partitionWrites", key: arn, place: { hash, sort }, units },
    { quota: "tableWrites", key: arn, units },
  ];
}

function throttled({ quota, key: resource }: Demand): Answer {
  const part = resource.includes("/index/") ? "Index" : "Table";
  const act = quota.endsWith("Writes") ? "Write" : "Read";
  const limit = quota.startsWith("partition") ? "KeyRangeThroughputExceeded" : "AccountLimitExceeded";
  const throttlingReasons = [{ reason: `${part}${act}${limit}`, resource }];
  const message = `Throughput exceeds the current capacity of ${resource}`;
  const __type = "com.amazonaws.dynamodb.v20120810#ThrottlingException";
  return { status: 400, body: { __type, message, throttlingReasons } };
}

function cancelled(demands: Demand[][], refused: Demand): Answer {
  const { throttlingReasons } = throttled(refused).body;
  const CancellationReasons = demands.map((each) =>
    each.includes(refused)
      ? { Code: "ThrottlingError", Message: JSON.stringify(throttlingReasons) }
      : { Code: "None" },
  );
  const __type = "com.amazonaws.dynamodb.v20120810#TransactionCanceledException";
  return { status: 400, body: { __type, message: "Transaction cancelled", CancellationReasons } };
}
