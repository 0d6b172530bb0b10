import { setTimeout as sleep } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { StartupFailure } from "../failure.ts";
import type { Properties } from "../template.ts";

type Json = Record<string, unknown>;
type Call = (operation: string, body: Json) => Promise<Json>;
type KeySchema = { AttributeName: string; KeyType: string }[];
type Index = { IndexName: string; KeySchema: KeySchema };

/** The partition keys' names of a table and of its indexes, by `table` and `table/index`. */
export function hashKeysOf(table: string, properties: Properties): [string, string][] {
  const { KeySchema, GlobalSecondaryIndexes = [] } = properties;
  return [
    [table, hashKey(KeySchema as KeySchema)],
    ...(GlobalSecondaryIndexes as Index[]).map((index): [string, string] => [
      `${table}/${index.IndexName}`,
      hashKey(index.KeySchema),
    ]),
  ];
}

/** Gives a table of an earlier run the indexes that the template has by now; the engine fills them itself. */
export async function updateIndexes(TableName: string, properties: Properties, call: Call): Promise<void> {
  const { AttributeDefinitions, GlobalSecondaryIndexes = [] } = properties;
  const wanted = GlobalSecondaryIndexes as Index[];
  const existing = await indexesOf(TableName, call);
  for (const { IndexName, KeySchema } of existing) {
    const same = wanted.find((index) => index.IndexName === IndexName);
    if (same && isDeepStrictEqual(same.KeySchema, KeySchema)) continue;
    if (same) throw new StartupFailure(`The index ${IndexName} has other keys now: give it another name`);
    await update({ TableName, GlobalSecondaryIndexUpdates: [{ Delete: { IndexName } }] }, call);
  }
  for (const Create of wanted) {
    if (existing.some(({ IndexName }) => IndexName === Create.IndexName)) continue;
    await update({ TableName, AttributeDefinitions, GlobalSecondaryIndexUpdates: [{ Create }] }, call);
  }
}

const hashKey = (schema: KeySchema): string =>
  schema.find(({ KeyType }) => KeyType === "HASH")?.AttributeName ?? "";

async function indexesOf(TableName: string, call: Call): Promise<(Index & { IndexStatus: string })[]> {
  const { Table } = (await call("DescribeTable", { TableName })) as { Table: Json };
  return (Table.GlobalSecondaryIndexes ?? []) as (Index & { IndexStatus: string })[];
}

/** Our engine is done at once; DynamoDB Local takes a while, and makes one index at a time. */
async function update(body: Json & { TableName: string }, call: Call): Promise<void> {
  await call("UpdateTable", body);
  while ((await indexesOf(body.TableName, call)).some(({ IndexStatus }) => IndexStatus !== "ACTIVE"))
    await sleep(100);
}
