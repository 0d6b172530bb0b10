import { setTimeout as sleep } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { StartupFailure } from "../failure.ts";
import type { Properties } from "../template.ts";

type Json = Record<string, unknown>;
type Call = (operation: string, body: Json) => Promise<Json>;
type KeySchema = { AttributeName: string; KeyType: string }[];
type Index = { IndexName: string; KeySchema: KeySchema };

/** The names of the partition keys of a table and its indexes, by `table` and `table/index`. */
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

/** Adds the template's new indexes to a table of an earlier run. The engine fills them itself. */
export async function updateIndexes(TableName: string, properties: Properties, call: Call): Promise<void> {
  const { AttributeDefinitions, GlobalSecondaryIndexes = [] } = properties;
  const wanted = GlobalSecondaryIndexes as Index[];
  const existing = await indexesOf(TableName, call);
  for (const { IndexName, KeySchema } of existing) {
    const same = wanted.find((index) => index.IndexName === IndexName);
    if (same && isDeepStrictEqual(same.KeySchema, KeySchema)) continue;
    if (same)
      throw new StartupFailure(
        `The keys of the index ${IndexName} differ from the stored table's. Give the index another name, or start with --reset.`,
      );
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

/** `dynoxide` updates a table at once. DynamoDB Local takes a while, and creates one index at a time. */
async function update(body: Json & { TableName: string }, call: Call): Promise<void> {
  await call("UpdateTable", body);
  while ((await indexesOf(body.TableName, call)).some(({ IndexStatus }) => IndexStatus !== "ACTIVE"))
    await sleep(100);
}
